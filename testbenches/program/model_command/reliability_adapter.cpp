#include <fmt/format.h>

#include "analytic/reliability.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/program/model_command/model_adapter.h"
#include "testbenches/program/model_command/model_setup.h"
#include "topologies/registry.h"

namespace flitscope::tb {

namespace {

using analytic::Reliability;
using analytic::ReliabilityParameters;
using analytic::SpareKind;

constexpr const char* kReliability = "reliability";

ReliabilityParameters parameters_of(const ModelSetup& setup, topo::NodeId nodes) {
    ReliabilityParameters p;
    p.node_rate = setup.real("node_rate", p.node_rate);
    p.link_rate = setup.real("link_rate", p.link_rate);
    const std::int64_t task_nodes = setup.integer("task_nodes", nodes);
    setup.require(task_nodes >= 1 && task_nodes <= nodes, "model.task_nodes",
                  std::to_string(task_nodes), fmt::format("1..{} (nodes)", nodes));
    p.task_nodes = static_cast<int>(task_nodes);
    p.spare = setup.choice(
        "spare", SpareKind::own_node,
        {{"hot", SpareKind::hot}, {"cold", SpareKind::cold}, {"own_node", SpareKind::own_node}});
    return p;
}

std::string spares_of(const topo::Topology& topology, SpareKind kind) {
    int spares = 0;
    for (topo::NodeId node = 0; node < topology.nodes(); ++node) {
        spares += topology.has_spare(node) ? 1 : 0;
    }
    const char* name = kind == SpareKind::hot    ? "hot"
                       : kind == SpareKind::cold ? "cold"
                                                 : "own-node";
    return spares == 0 ? "" : fmt::format(", {} {} spares", spares, name);
}

}  // namespace

ModelAdapter make_reliability(const ExperimentConfig& config) {
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    const ModelSetup setup(kReliability, config);
    setup.require(topology->one_node_per_router(), "topology.kind", topology->kind(),
                  "a network with one node at every router");
    const ReliabilityParameters p = parameters_of(setup, topology->nodes());
    const Reliability model = ModelSetup::checked([&] { return Reliability(*topology, p); });
    const std::vector<double> hours = setup.reals("hours", {1000});
    const std::int64_t trials = setup.integer("trials", 100000);
    ModelSetup::checked([&] { return Reliability::check(hours, trials); });
    ModelAdapter made;
    made.description = fmt::format(
        "{}: {} of {} nodes and {} links, {} nodes needed, failures per hour {:g} of a node, "
        "{:g} of a link{}; {} trials, seed {}",
        kReliability, topology->kind(), topology->nodes(), model.edges().size(), p.task_nodes,
        p.node_rate, p.link_rate, spares_of(*topology, p.spare), trials, config.seed);
    made.chart = {"time (hours)", "reliability", {"reliability", "exact"}};
    made.points = [model, hours, trials, seed = config.seed](const auto& /*rates*/) {
        std::vector<ModelAdapter::Json> points;
        for (const auto& each : model.estimate(hours, trials, seed)) {
            points.push_back({{"hours", each.hours},
                              {"status", "ok"},
                              {"reliability", each.reliability},
                              {"ci", {each.low, each.high}}});
            if (const auto exact = model.exact(each.hours)) {
                points.back()["exact"] = *exact;
            }
        }
        return points;
    };
    return made;
}

}  // namespace flitscope::tb
