#include "testbenches/program/plan_command/plan_command.h"

#include <fmt/format.h>

#include "testbenches/program/plan_command/plan_report.h"
#include "testbenches/program/plan_command/plan_request.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

constexpr topo::NodeId kMaxNodes = 1 << 20;  // a broadcast to them takes 100 MB

/// What the options ask for. Throws OptionError with the keys of the options.
tl::PlanRequest request_of(const PlanCommandOptions& options, const NodeNaming& naming) {
    tl::PlanRequest request;
    request.source = naming.parse(options.source, "--source");
    request.destinations = parse_nodes(naming, options.destinations, "--destinations");
    return request;
}

}  // namespace

int plan_command(const ExperimentConfig& config, const PlanCommandOptions& options,
                 std::ostream& out) {
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    if (topology->nodes() > kMaxNodes) {
        throw topo::OptionError("kind", fmt::format("{} nodes, plan takes networks of at most {}",
                                                    topology->nodes(), kMaxNodes));
    }
    const std::shared_ptr<const topo::RoutingFunction> routing =
        topo::make_routing(config.routing.name, *topology, config.routing.options);
    const NodeNaming naming(*topology, options.labels);
    try {
        const tl::CollectiveEntry& entry = tl::find_collective(options.algorithm);
        const tl::Plan plan = tl::make_plan(entry, *topology, routing, request_of(options, naming));
        (options.json ? print_plan_json : print_plan)(*topology, plan, entry.goal, naming, out);
    } catch (const topo::OptionError& error) {
        const bool of_an_option = error.key().compare(0, 2, "--") == 0;
        throw topo::OptionError((of_an_option ? "" : "--") + error.key(), error.what());
    }
    return 0;
}

}  // namespace flitscope::tb
