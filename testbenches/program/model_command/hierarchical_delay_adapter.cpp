#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analytic/hierarchical_delay.h"
#include "testbenches/program/model_command/model_adapter.h"
#include "testbenches/program/model_command/model_setup.h"

namespace flitscope::tb {

namespace {

using Json = ModelAdapter::Json;
using analytic::HierarchicalDelay;
using analytic::HierarchicalDelayParameters;
using analytic::HierarchicalNetwork;
using analytic::HierarchicalRouting;
using analytic::HierarchicalShape;

constexpr const char* kHierarchicalDelay = "hierarchical_delay";

/// Shortest-queue routing adapts to the load: the model gives bounds for it and no delay.
struct Setup {
    HierarchicalDelayParameters parameters;
    bool bounds_only = false;
};

void read_hypercube(const ExperimentConfig& config, const ModelSetup& from, Setup& setup) {
    HierarchicalShape& shape = setup.parameters.shape;
    shape.network = HierarchicalNetwork::hypercube;
    shape.dimensions = static_cast<int>(config.topology.options.integer("dimensions"));
    from.require_routing(ecube_order(config) || config.routing.name == "random_minimal",
                         "ecube or random_minimal on a hypercube");
    const PartConfig& pattern = config.traffic.pattern;
    if (pattern.name == "uniform") {
        // Every link carries the same, whatever size a cluster has.
        shape.cluster_dimensions = 1;
    } else {
        from.require(pattern.options.has("cluster_dimensions"), "traffic.cluster_dimensions",
                     "none", fmt::format("1..{} on a hypercube", shape.dimensions - 1));
        shape.cluster_dimensions = static_cast<int>(pattern.options.integer("cluster_dimensions"));
    }
}

void read_hierarchical_hypercube(const ExperimentConfig& config, const ModelSetup& from,
                                 Setup& setup) {
    const Options& topology = config.topology.options;
    HierarchicalShape& shape = setup.parameters.shape;
    shape.dimensions = static_cast<int>(topology.integer("dimensions"));
    shape.cluster_dimensions = static_cast<int>(topology.integer("cluster_dimensions"));
    const std::string scheme = topology.text("scheme", "plain");
    const bool replicated = scheme == "replicated" || scheme == "replicated_standby";
    shape.network = replicated ? HierarchicalNetwork::replicated : HierarchicalNetwork::single;

    from.require_routing(config.routing.name == "hierarchical",
                         "hierarchical on a hierarchical_hypercube");
    // The paper's equations are those of random routing, so that is what an unnamed choice means.
    const std::string within = config.routing.options.text("within", "random");
    setup.parameters.routing =
        within == "fixed" ? HierarchicalRouting::fixed : HierarchicalRouting::random;
    setup.bounds_only = within == "shortest_queue";
    const std::string interface_rule = config.routing.options.text("interface", "closest");
    from.require(!replicated || interface_rule == "closest", "routing.interface", interface_rule,
                 "closest with two interface nodes");
}

Setup setup_of(const ExperimentConfig& config, const ModelSetup& from) {
    from.require_topology({"hypercube", "hierarchical_hypercube"});
    from.require_drawn_messages();
    const PartConfig& pattern = config.traffic.pattern;
    from.require(pattern.name == "uniform" || pattern.name == "cluster_local", "traffic.pattern",
                 pattern.name, "uniform or cluster_local");
    Setup setup;
    if (config.topology.name == "hypercube") {
        read_hypercube(config, from, setup);
    } else {
        read_hierarchical_hypercube(config, from, setup);
    }
    HierarchicalShape& shape = setup.parameters.shape;
    shape.local_fraction =
        pattern.name == "cluster_local"
            ? pattern.options.real("alpha")
            : analytic::uniform_local_fraction(shape.dimensions, shape.cluster_dimensions);
    return setup;
}

Setup setup_in_own_unit(const ExperimentConfig& config) {
    const ModelSetup from(kHierarchicalDelay, config);
    Setup setup = setup_of(config, from);
    HierarchicalDelayParameters& p = setup.parameters;
    p.cluster_service = from.real("mu_cluster", 1);
    p.level2_service = from.real("mu_level2", p.cluster_service);
    p.constant_cost = from.truth("constant_cost", false);
    from.require(p.shape.network != HierarchicalNetwork::hypercube ||
                     config.traffic.pattern.name != "uniform" ||
                     p.level2_service == p.cluster_service,
                 "model.mu_level2", fmt::format("{:g}", p.level2_service),
                 "mu_cluster with uniform traffic in a hypercube, which has no clusters");
    return setup;
}

/// A link is busy for the length of a message times its cycles per flit.
Setup setup_in_cycles(const ExperimentConfig& config) {
    const ModelSetup from(kHierarchicalDelay, config);
    Setup setup = setup_of(config, from);
    const auto service = [&config](const char* link_class) {
        return 1 / (mean_length(config.traffic) * config.link_of(link_class).cycles_per_flit);
    };
    from.require(setup.parameters.shape.network != HierarchicalNetwork::hypercube ||
                     config.link_classes.empty(),
                 "link", "classes", "the same for all dimensions of a hypercube");
    setup.parameters.cluster_service = service("cluster");
    setup.parameters.level2_service = service("level2");
    return setup;
}

HierarchicalDelay model_of(const HierarchicalDelayParameters& parameters) {
    const bool hypercube = parameters.shape.network == HierarchicalNetwork::hypercube;
    return ModelSetup::checked([&] { return HierarchicalDelay(parameters); },
                               {{"dimensions", "topology.dimensions"},
                                {"cluster_dimensions", hypercube ? "traffic.cluster_dimensions"
                                                                 : "topology.cluster_dimensions"},
                                {"alpha", "traffic.alpha"}});
}

std::string description_of(const HierarchicalDelay& model, bool bounds_only) {
    const HierarchicalDelayParameters& p = model.parameters();
    const HierarchicalNetwork network = p.shape.network;
    return fmt::format(
        "{}: D = {}, d = {}, {}, {} routing, alpha {:.6g}, mu_cluster {:g}, mu_level2 {:g}{}; "
        "mean distance {:.6g}{}",
        kHierarchicalDelay, p.shape.dimensions, p.shape.cluster_dimensions,
        network == HierarchicalNetwork::hypercube ? "hypercube"
        : network == HierarchicalNetwork::single  ? "one level-2 network"
                                                  : "replicated level-2 network",
        bounds_only                                ? "shortest-queue"
        : p.routing == HierarchicalRouting::random ? "random"
                                                   : "fixed",
        p.shape.local_fraction, p.cluster_service, p.level2_service,
        p.constant_cost ? " at constant cost" : "", model.mean_distance(),
        network == HierarchicalNetwork::replicated ? " by the nearest interface" : "");
}

Json point_of(const HierarchicalDelay& model, bool bounds_only, double rate) {
    const auto bound = model.delay_bound(rate);
    const auto delay = model.delay(rate);
    const bool ok =
        bounds_only ? bound.ok() && rate < model.cut_bound().value_or(INFINITY) : delay.ok();
    const std::string limiting = !bounds_only ? delay.limiting
                                 : bound.ok() ? "cluster links into an interface node"
                                              : bound.limiting;
    Json point = ModelAdapter::point_head(rate, ok, limiting);
    const bool has_delay = ok && !bounds_only;
    const auto ratio = has_delay ? model.lr_ratio(rate) : std::nullopt;
    point["delay"] = has_delay ? Json(*delay.values) : Json();
    point["delay_bound"] = bound.ok() ? Json(*bound.values) : Json();
    point["lr_ratio"] = ratio ? Json(*ratio) : Json();
    return point;
}

/// Messages on one simplex link of each class, per message generated at a node.
Json link_loads_of(const HierarchicalDelay& model) {
    Json loads = Json::object();
    for (const analytic::LinkLoad& each : model.loads()) {
        loads[each.key] = std::max(each.rate, loads.value(each.key, 0.0));
    }
    return loads;
}

ModelAdapter adapter_of(const Setup& setup, const std::string& time_unit) {
    const HierarchicalDelay model = model_of(setup.parameters);
    const bool bounds_only = setup.bounds_only;
    ModelAdapter made;
    made.description = description_of(model, bounds_only);
    made.rate_unit = "messages/node/" + time_unit;
    made.chart = {"rate (" + made.rate_unit + ")",
                  "mean delay (" + time_unit + "s)",
                  {"delay", "delay_bound"}};
    made.points = ModelAdapter::by_rate(
        [model, bounds_only](double rate) { return point_of(model, bounds_only, rate); });
    const auto cut = model.cut_bound();
    made.bounds = {{"saturation_bound", model.saturation_bound().rate},
                   {"cut_bound", cut ? Json(*cut) : Json()}};
    if (!bounds_only) {
        made.bounds["link_loads"] = link_loads_of(model);
        made.saturation = model.saturation();
        made.comparable = {"delay", "unicast"};
    }
    return made;
}

}  // namespace

ModelAdapter make_hierarchical_delay(const ExperimentConfig& config) {
    return adapter_of(setup_in_own_unit(config), "time unit");
}

ModelAdapter make_hierarchical_delay_in_cycles(const ExperimentConfig& config) {
    ModelAdapter made = adapter_of(setup_in_cycles(config), "cycle");
    made.differences = differences_of_traffic_and_links(config);
    note_difference(made.differences, config.router.queued_outputs(),
                    "organisation is not output_queued");
    note_difference(made.differences, config.traffic.length.name == "exponential",
                    "length is not exponential");
    return made;
}

}  // namespace flitscope::tb
