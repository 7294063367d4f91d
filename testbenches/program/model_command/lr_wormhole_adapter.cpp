#include <fmt/format.h>

#include "analytic/lr_wormhole.h"
#include "testbenches/program/model_command/model_adapter.h"
#include "testbenches/program/model_command/model_setup.h"

namespace flitscope::tb {

namespace {

using Json = ModelAdapter::Json;
using analytic::LrBuffer;
using analytic::LrMean;
using analytic::LrRouting;
using analytic::LrSwitching;
using analytic::LrWormhole;
using analytic::LrWormholeParameters;

constexpr const char* kLrWormhole = "lr_wormhole";

std::vector<double> hops_of(const ExperimentConfig& config, int dimensions,
                            const ModelSetup& setup) {
    const PartConfig& pattern = config.traffic.pattern;
    if (pattern.name == "uniform") {
        return analytic::uniform_hops(dimensions);
    }
    if (pattern.name == "spherical") {
        return pattern.options.text("law", "equal") == "halving"
                   ? analytic::halving_hops(dimensions)
                   : analytic::spherical_hops(dimensions);
    }
    setup.require(pattern.name == "hop_distribution", "traffic.pattern", pattern.name,
                  "uniform, spherical or hop_distribution");
    const std::vector<double>& hops = pattern.options.reals("p");
    setup.require(static_cast<int>(hops.size()) == dimensions, "traffic.p",
                  fmt::format("{} probabilities", hops.size()),
                  fmt::format("{}, one per dimension", dimensions));
    return hops;
}

LrRouting routing_of(const ExperimentConfig& config, const ModelSetup& setup) {
    const bool left_to_right = ecube_order(config) == topo::Ecube::Order::low_first;
    setup.require_routing(left_to_right || config.routing.name == "random_minimal",
                          "ecube with order low_first, or random_minimal");
    return left_to_right ? LrRouting::left_to_right : LrRouting::random;
}

LrWormholeParameters lr_wormhole_parameters(const ExperimentConfig& config) {
    const ModelSetup setup(kLrWormhole, config);
    setup.require_topology({"hypercube"});
    setup.require_drawn_messages();
    LrWormholeParameters p;
    const auto dimensions = static_cast<int>(config.topology.options.integer("dimensions"));
    p.hops = hops_of(config, dimensions, setup);
    p.routing = routing_of(config, setup);
    p.length = mean_length(config.traffic);
    setup.require(config.router.switching != rtl::Switching::store_and_forward, "router.switching",
                  "store_and_forward", "wormhole or virtual_cut_through");
    p.switching = config.router.switching == rtl::Switching::wormhole
                      ? LrSwitching::wormhole
                      : LrSwitching::virtual_cut_through;
    p.buffer = setup.choice("buffer", LrBuffer::infinite,
                            {{"infinite", LrBuffer::infinite}, {"finite", LrBuffer::finite}});
    p.mean = setup.choice("mean", LrMean::weighted,
                          {{"weighted", LrMean::weighted}, {"unweighted", LrMean::unweighted}});
    return p;
}

LrWormhole lr_wormhole_of(const ExperimentConfig& config) {
    return ModelSetup::checked([&] { return LrWormhole(lr_wormhole_parameters(config)); },
                               {{"dimensions", "topology.dimensions"},
                                {"hops", "traffic.p"},
                                {"length", "traffic.length"}});
}

}  // namespace

ModelAdapter make_lr_wormhole(const ExperimentConfig& config) {
    const LrWormhole model = lr_wormhole_of(config);
    const LrWormholeParameters& p = model.parameters();
    const bool wormhole = p.switching == LrSwitching::wormhole;
    ModelAdapter made;
    made.description = fmt::format(
        "{}: {}-cube, mean {:g} flits, mean distance {:.6g}, {}, {} routing, {} buffers{}",
        kLrWormhole, p.hops.size(), p.length, model.traffic().mean_hops,
        wormhole ? "wormhole" : "virtual cut-through",
        p.routing == LrRouting::left_to_right ? "left-to-right" : "random",
        p.buffer == LrBuffer::infinite ? "infinite" : "finite",
        p.mean == LrMean::weighted ? "" : ", unweighted mean");
    made.rate_unit = "messages/node/cycle";
    made.chart = {"rate (messages/node/cycle)",
                  wormhole ? "delay from the first channel (cycles)" : "blocking probability",
                  {wormhole ? "delay" : "blocking"}};
    made.points = ModelAdapter::by_rate([model, wormhole](double rate) {
        const auto solution = model.at(rate);
        Json point = ModelAdapter::point_head(rate, solution.ok(), solution.limiting);
        if (wormhole) {
            point["delay"] = solution.ok() ? Json(*solution.values->delay) : Json();
        }
        point["blocking"] = solution.ok() ? Json(solution.values->blocking) : Json();
        return point;
    });
    made.saturation = model.saturation();
    if (wormhole) {
        made.comparable = {"delay", "channel"};
    }
    made.differences = differences_from_papers(config);
    note_difference(made.differences, config.router.virtual_channels == 1,
                    "virtual_channels is not 1");
    note_difference(made.differences, config.traffic.length.name == "exponential",
                    "length is not exponential");
    return made;
}

}  // namespace flitscope::tb
