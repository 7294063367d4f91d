#include "testbenches/program/plan_command/plan_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/program/plan_command/plan_drawing.h"
#include "testbenches/program/plan_command/plan_report.h"
#include "testbenches/program/plan_command/plan_request.h"
#include "tlm/collectives/exchange/exchange_registry.h"
#include "tlm/collectives/sbt.h"
#include "topologies/hypercube.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

constexpr topo::NodeId kMaxNodes = 1 << 20;  // a broadcast to them takes 100 MB

/// Throws OptionError (`key`) for an option that is given and that the algorithm has not.
void require_meant(bool has, const std::string& given, const std::string& key,
                   const tl::CollectiveEntry& entry) {
    if (!given.empty() && !has) {
        throw OptionError(key, entry.algorithm + " has no such choice; only sbt has");
    }
}

/// Throws OptionError ("--ports").
bool parse_one_port(const std::string& text) {
    if (!text.empty() && text != "all" && text != "one") {
        throw OptionError("--ports", "\"" + text + "\", must be all or one");
    }
    return text == "one";
}

/// What the options ask for. Throws OptionError with the keys of the options.
tl::PlanRequest request_of(const ExperimentConfig& config, const PlanCommandOptions& options,
                           const tl::CollectiveEntry& entry, const topo::Topology& topology,
                           const NodeNaming& naming) {
    require_meant(entry.has_base, options.base, "--base", entry);
    require_meant(entry.has_port_rule, options.ports, "--ports", entry);
    tl::PlanRequest request;
    request.source = naming.parse(options.source, "--source");
    request.destinations = parse_nodes(naming, options.destinations, "--destinations");
    request.one_port = parse_one_port(options.ports);
    const auto* const cube = dynamic_cast<const topo::Hypercube*>(&topology);
    if (entry.has_base && cube != nullptr) {
        const bool given = !options.base.empty();
        request.base =
            tl::parse_sbt_base(given ? options.base : config.traffic.broadcast.base,
                               cube->dimensions(), given ? "--base" : "traffic.broadcast.base")
                .base(cube->dimensions(), request.source, 0, config.seed);
    }
    return request;
}

/// `exchange`: null for broadcasts and multicasts.
struct Planned {
    const tl::Plan& plan;
    tl::CollectiveGoal goal;
    const tl::Exchange* exchange;
};
/// What is printed or drawn.
using Use = std::function<void(const topo::Topology&, const Planned&, const NodeNaming&)>;

void with_exchange(const ExperimentConfig& config, const PlanCommandOptions& options,
                   const topo::Topology& topology,
                   const std::shared_ptr<const topo::RoutingFunction>& routing,
                   const NodeNaming& naming, const Use& use) {
    const tl::ExchangeEntry& entry = tl::find_exchange(options.algorithm);
    if (!options.tree.empty() && !entry.has_tree) {
        throw OptionError("--tree", entry.algorithm + " uses no tree");
    }
    for (const auto& [key, given] :
         {std::pair{"--destinations", &options.destinations}, std::pair{"--base", &options.base}}) {
        if (!given->empty()) {
            throw OptionError(key, "has no meaning with --collective");
        }
    }
    tl::ExchangeRequest request = config.traffic.collective.exchange;
    try {
        request.kind = tl::parse_exchange_kind(options.collective);
    } catch (const OptionError& error) {
        throw OptionError("--collective", error.what());
    }
    request.root = naming.parse(options.source, "--source");
    request.tree = options.tree.empty() ? request.tree : options.tree;
    request.one_port = parse_one_port(options.ports);
    const tl::Exchange exchange = tl::make_exchange(entry, topology, routing, request);
    use(topology, {exchange.order().plan(), tl::CollectiveGoal::broadcast, &exchange}, naming);
}

/// Names of algorithms: of collectives, or of broadcasts and multicasts.
std::vector<std::string> algorithm_names(bool exchanges) {
    std::vector<std::string> names;
    const auto add = [&names](const auto& entry) { names.push_back(entry.algorithm); };
    if (exchanges) {
        std::for_each(tl::exchanges().begin(), tl::exchanges().end(), add);
    } else {
        std::for_each(tl::collectives().begin(), tl::collectives().end(), add);
    }
    return names;
}

/// "; did you mean ...?", where some name is near.
std::string hint(const PlanCommandOptions& options) {
    const std::string near =
        nearest_name(options.algorithm, algorithm_names(!options.collective.empty()));
    return near.empty() || near == options.algorithm ? "" : "; did you mean \"" + near + "\"?";
}

void with_plan(const ExperimentConfig& config, const PlanCommandOptions& options, const Use& use) {
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    if (topology->nodes() > kMaxNodes) {
        throw OptionError("topology.kind",
                          fmt::format("{} nodes, but plan takes networks of at most {}",
                                      topology->nodes(), kMaxNodes));
    }
    const std::shared_ptr<const topo::RoutingFunction> routing =
        topo::make_routing(config.routing.name, *topology, config.routing.options);
    const NodeNaming naming(*topology, options.labels);
    try {
        if (!options.collective.empty()) {
            with_exchange(config, options, *topology, routing, naming, use);
            return;
        }
        if (!options.tree.empty()) {
            throw OptionError("--tree", "has no meaning without --collective");
        }
        const tl::CollectiveEntry& entry = tl::find_collective(options.algorithm);
        const tl::Plan plan = tl::make_plan(entry, *topology, routing,
                                            request_of(config, options, entry, *topology, naming));
        use(*topology, {plan, entry.goal, nullptr}, naming);
    } catch (const OptionError& error) {
        const bool whole = error.key().compare(0, 2, "--") == 0 ||
                           error.key().find('.') != std::string::npos;  // of the configuration
        throw OptionError((whole ? "" : "--") + error.key(),
                          error.what() + (error.key() == "algorithm" ? hint(options) : ""));
    }
}

}  // namespace

int plan_command(const ExperimentConfig& config, const PlanCommandOptions& options,
                 std::ostream& out) {
    with_plan(config, options,
              [&](const auto& topology, const Planned& planned, const auto& naming) {
                  (options.json ? print_plan_json : print_plan)(
                      topology, planned.plan, planned.goal, naming, planned.exchange, out);
              });
    return 0;
}

std::string plan_picture(const ExperimentConfig& config, const PlanCommandOptions& options) {
    std::string picture;
    with_plan(config, options,
              [&](const auto& topology, const Planned& planned, const auto& naming) {
                  picture = draw_plan(topology, planned.plan, naming);
              });
    return picture;
}

}  // namespace flitscope::tb
