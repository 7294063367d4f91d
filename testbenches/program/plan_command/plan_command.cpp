#include "testbenches/program/plan_command/plan_command.h"

#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "common/counted.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/program/plan_command/plan_drawing.h"
#include "testbenches/program/plan_command/plan_request.h"
#include "tlm/collectives/exchange/exchange_registry.h"
#include "tlm/collectives/plan_metrics.h"
#include "tlm/collectives/plan_walk.h"
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

struct Planned {
    const topo::Topology& topology;
    const NodeNaming& naming;
    const tl::Plan& plan;
    tl::CollectiveGoal goal;
    const tl::Exchange* exchange = nullptr;  ///< null for broadcasts and multicasts
};
/// What is printed or drawn.
using Use = std::function<void(const Planned&)>;

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
    use({topology, naming, exchange.order().plan(), tl::CollectiveGoal::broadcast, &exchange});
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
    if (!topology->one_node_per_router()) {
        throw OptionError("topology.kind", "plan takes networks with one node at every router");
    }
    const std::shared_ptr<const topo::RoutingFunction> routing =
        topo::make_routing(config.routing.name, *topology, config.routing.options);
    const NodeNaming naming(*topology, options.labels);
    if (options.networks && !options.labels) {
        throw OptionError("--networks", "has no meaning without --labels");
    }
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
        use({*topology, naming, plan, entry.goal});
    } catch (const OptionError& error) {
        const bool whole = error.key().compare(0, 2, "--") == 0 ||
                           error.key().find('.') != std::string::npos;  // of the configuration
        throw OptionError((whole ? "" : "--") + error.key(),
                          error.what() + (error.key() == "algorithm" ? hint(options) : ""));
    }
}

std::vector<topo::NodeId> written(const NodeNaming& naming, std::vector<topo::NodeId> nodes) {
    std::transform(nodes.begin(), nodes.end(), nodes.begin(),
                   [&](topo::NodeId node) { return naming.written(node); });
    return nodes;
}

/// "": all of the data.
const char* part_name(tl::PlanPart part) {
    switch (part) {
        case tl::PlanPart::first_half:
            return "first_half";
        case tl::PlanPart::second_half:
            return "second_half";
        case tl::PlanPart::whole:
            break;
    }
    return "";
}

void print_message(const tl::PlanMessage& message, const tl::HeaderWay& way,
                   const NodeNaming& naming, const tl::Exchange::Load* load, std::ostream& out) {
    const std::vector<topo::NodeId> path = written(naming, way.path);
    fmt::print(out, "  {}", path.front());
    for (std::size_t i = 0; i < way.actions.size(); ++i) {
        fmt::print(out, " {}:{}", path[i + 1], rtl::control_bits(way.actions[i]));
    }
    const auto copies = static_cast<std::int64_t>(way.receivers().size());
    const std::string part = part_name(message.part);
    const std::string carried =
        load == nullptr ? ""
                        : ", " + counted(load->count, "block") + (load->combine ? " combined" : "");
    fmt::print(out, "  ({}{}{}{})\n", counted(way.hops(), "hop"),
               copies == 1 ? "" : fmt::format(", {} copies", copies),
               part.empty() ? "" : ", " + part, carried);
}

void print_message_json(const tl::PlanMessage& message, const tl::HeaderWay& way,
                        const NodeNaming& naming, const std::string& carried, std::ostream& out) {
    std::vector<std::string> actions;
    actions.reserve(way.actions.size());
    for (const rtl::Control action : way.actions) {
        actions.push_back('"' + rtl::control_bits(action) + '"');
    }
    const std::string part = part_name(message.part);
    fmt::print(out, R"({{"from": {}, "destinations": [{}], "path": [{}], "actions": [{}]{}{}}})",
               naming.written(message.from), fmt::join(written(naming, way.receivers()), ", "),
               fmt::join(written(naming, way.path), ", "), fmt::join(actions, ", "),
               part.empty() ? "" : fmt::format(R"(, "part": "{}")", part), carried);
}

/// Null: the plan is of no exchange.
const tl::Exchange::Load* load_of(const tl::Exchange* exchange, const tl::Plan& plan,
                                  const tl::PlanMessage& message) {
    return exchange == nullptr
               ? nullptr
               : &exchange->load(static_cast<std::uint32_t>(&message - plan.messages().data()));
}

/// As members of a JSON object, a comma in front.
std::string carried_json(const tl::Exchange* exchange, const tl::Exchange::Load* load) {
    if (load == nullptr) {
        return "";
    }
    const auto first = exchange->blocks().begin() + load->first;
    return fmt::format(R"(, "blocks": [{}], "combined": {})",
                       fmt::join(first, first + load->count, ", "), load->combine);
}

/// A table of figures, then the messages of each step: the nodes on the path, each except the first
/// followed by the two bits of its router's action. Message by message, so that the plan of a large
/// network takes no more room than it has itself.
void print_plan(const Planned& planned, std::ostream& out) {
    constexpr auto kRow = "{:<14} {}\n";
    const tl::Plan& plan = planned.plan;
    const tl::PlanMetrics metrics = tl::measure_plan(planned.topology, plan, planned.goal);
    fmt::print(out, kRow, "algorithm", plan.algorithm());
    fmt::print(out, kRow, "source", planned.naming.written(plan.source()));
    fmt::print(out, kRow, "steps", plan.steps());
    fmt::print(out, kRow, "messages", plan.messages().size());
    fmt::print(out, kRow, "channels used",
               fmt::format("{}, {} different", metrics.channels_used, metrics.distinct_channels));
    fmt::print(out, kRow, "longest path", counted(metrics.longest_path, "hop"));
    fmt::print(out, kRow, "start-ups", metrics.startups);
    fmt::print(out, kRow, "most on a port", metrics.port_max);
    tl::PlanWalk walk(planned.topology, plan);
    for (int step = 0; step < plan.steps(); ++step) {
        fmt::print(out, "step {}\n", step + 1);
        for (const tl::PlanMessage& message : plan.step(step)) {
            print_message(message, walk.follow(message), planned.naming,
                          load_of(planned.exchange, plan, message), out);
        }
    }
}

/// The same as JSON: {"algorithm", "source", "steps": [[{"from", "destinations": [], "path":
/// [nodes], "actions": ["10"]}]], "channels_used", "distinct_channels", "longest_path", "startups",
/// "port_max"}. A message that carries half of the data also has "part": "first_half" or
/// "second_half"; one of an exchange also has "blocks": [numbers] (exchange.h) and "combined".
void print_plan_json(const Planned& planned, std::ostream& out) {
    const tl::Plan& plan = planned.plan;
    const tl::PlanMetrics metrics = tl::measure_plan(planned.topology, plan, planned.goal);
    fmt::print(out, R"({{"algorithm": "{}", "source": {}, "steps": [)", plan.algorithm(),
               planned.naming.written(plan.source()));
    tl::PlanWalk walk(planned.topology, plan);
    for (int step = 0; step < plan.steps(); ++step) {
        const char* separator = step == 0 ? "\n [" : ",\n [";
        for (const tl::PlanMessage& message : plan.step(step)) {
            out << separator;
            print_message_json(
                message, walk.follow(message), planned.naming,
                carried_json(planned.exchange, load_of(planned.exchange, plan, message)), out);
            separator = ",\n  ";
        }
        out << ']';
    }
    fmt::print(out,
               R"(],
 "channels_used": {}, "distinct_channels": {}, "longest_path": {}, "startups": {}, "port_max": {}}})"
               "\n",
               metrics.channels_used, metrics.distinct_channels, metrics.longest_path,
               metrics.startups, metrics.port_max);
}

}  // namespace

int plan_command(const ExperimentConfig& config, const PlanCommandOptions& options,
                 std::ostream& out) {
    with_plan(config, options, [&](const Planned& planned) {
        (options.json ? print_plan_json : print_plan)(planned, out);
    });
    return 0;
}

std::string plan_picture(const ExperimentConfig& config, const PlanCommandOptions& options) {
    std::string picture;
    with_plan(config, options, [&](const Planned& planned) {
        picture = draw_plan(planned.topology, planned.plan, planned.naming, options.networks);
    });
    return picture;
}

}  // namespace flitscope::tb
