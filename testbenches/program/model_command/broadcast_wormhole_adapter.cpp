#include <fmt/format.h>

#include "analytic/broadcast_wormhole.h"
#include "rtl_models/router/router_parameter_table.h"
#include "testbenches/program/model_command/model_adapter.h"
#include "testbenches/program/model_command/model_setup.h"

namespace flitscope::tb {

namespace {

using Json = ModelAdapter::Json;
using analytic::BroadcastWormhole;
using analytic::BroadcastWormholeParameters;
using analytic::Reading;

constexpr const char* kBroadcastWormhole = "broadcast_wormhole";

BroadcastWormholeParameters parameters_of(const ExperimentConfig& config) {
    const ModelSetup setup(kBroadcastWormhole, config);
    setup.require_topology({"hypercube"});
    setup.require_drawn_messages();
    setup.require_routing(ecube_order(config) == topo::Ecube::Order::high_first,
                          "ecube with order high_first");
    const std::string& pattern = config.traffic.pattern.name;
    setup.require(pattern == "uniform", "traffic.pattern", pattern, "uniform");
    setup.require(config.router.switching == rtl::Switching::wormhole, "router.switching",
                  rtl::router_parameter("switching").text(config.router), "wormhole");
    const std::string& length = config.traffic.length.name;
    setup.require(length == "fixed", "traffic.length", length, "a fixed number of flits");
    BroadcastWormholeParameters p;
    const BroadcastConfig& broadcast = config.traffic.broadcast;
    p.broadcast_fraction = broadcast.fraction;
    const bool unicasts_only = broadcast.fraction == 0;
    setup.require(unicasts_only || broadcast.algorithm == "sbt", "traffic.broadcast.algorithm",
                  broadcast.algorithm, "sbt");
    setup.require(unicasts_only || broadcast.base == "rotating" || broadcast.base == "random",
                  "traffic.broadcast.base", broadcast.base, "rotating or random");
    p.dimensions = static_cast<int>(config.topology.options.integer("dimensions"));
    p.virtual_channels = config.router.virtual_channels;
    p.length = mean_length(config.traffic);
    p.startup_cycles = config.traffic.startup_cycles;

    // Without a section the model is chosen by `run --with-model`: corrected, as for comparisons.
    const auto readings = {std::pair{"paper", Reading::paper},
                           std::pair{"corrected", Reading::corrected}};
    const Reading profile = setup.choice("profile", Reading::corrected, readings);
    const ModelSetup switches = setup.subsection("switches");
    p.switches.replicated_rate = switches.choice("replicated_rate", profile, readings);
    p.switches.step_hop = switches.choice("step_hop", profile, readings);
    p.switches.source_weights = switches.choice("source_weights", profile, readings);
    p.add_startup = setup.truth("add_startup", false);
    return p;
}

BroadcastWormhole model_of(const ExperimentConfig& config) {
    return ModelSetup::checked([&] { return BroadcastWormhole(parameters_of(config)); },
                               {{"dimensions", "topology.dimensions"},
                                {"virtual_channels", "router.virtual_channels"},
                                {"length", "traffic.length"},
                                {"broadcast_fraction", "traffic.broadcast.fraction"},
                                {"startup_cycles", "traffic.startup_cycles"}});
}

const char* name_of_reading(Reading reading) {
    return reading == Reading::paper ? "paper" : "corrected";
}

}  // namespace

ModelAdapter make_broadcast_wormhole(const ExperimentConfig& config) {
    const BroadcastWormhole model = model_of(config);
    const BroadcastWormholeParameters& p = model.parameters();
    ModelAdapter made;
    made.description = fmt::format(
        "{}: {}-cube, {} VCs, {:g} flits, broadcast fraction {:g}, start-up {:g}; "
        "replicated_rate {}, step_hop {}, source_weights {}{}",
        kBroadcastWormhole, p.dimensions, p.virtual_channels, p.length, p.broadcast_fraction,
        p.startup_cycles, name_of_reading(p.switches.replicated_rate),
        name_of_reading(p.switches.step_hop), name_of_reading(p.switches.source_weights),
        p.add_startup ? ", start-up added to unicasts" : "");
    made.rate_unit = "messages/node/cycle";
    made.chart = {"rate (messages/node/cycle)", "latency (cycles)", {"unicast", "broadcast"}};
    made.points = ModelAdapter::by_rate([model](double rate) {
        const auto solution = model.at(rate);
        Json point = ModelAdapter::point_head(rate, solution.ok(), solution.limiting);
        point["unicast"] = solution.ok() ? Json(solution.values->unicast) : Json();
        point["broadcast"] = solution.ok() ? Json(solution.values->broadcast) : Json();
        return point;
    });
    made.saturation = model.saturation();
    made.comparable = {"unicast", "unicast"};
    made.differences = differences_from_papers(config);
    return made;
}

}  // namespace flitscope::tb
