#include "testbenches/tests/whole/crosscheck/queued_scenario.h"

#include "testbenches/drive/traffic/registry.h"
#include "testbenches/tests/whole/crosscheck/drawn_network.h"

namespace flitscope::tb {

namespace {

PartConfig draw_length(Draw& draw) {
    const int mean = draw.number(1, 12);
    switch (draw.number(0, 3)) {
        case 0:
            return {"fixed", {{"mean", std::int64_t{mean}}}};
        case 1:
            return {"bimodal",
                    {{"short", std::int64_t{mean}},
                     {"long", std::int64_t{4 * mean}},
                     {"long_fraction", 0.3}}};
        default:
            return {draw.chance(2) ? "geometric" : "exponential", {{"mean", mean + 0.25}}};
    }
}

}  // namespace

CrosscheckScenario queued_scenario(std::uint64_t seed) {
    CrosscheckScenario s(seed);
    constexpr std::uint64_t kNext = 1000;
    if (s.routing->selection() == topo::RouteSelection::ugal) {
        return queued_scenario(seed + kNext);  // refused: check_queued_outputs
    }
    Draw draw(seed * 2 + 1);
    const int classes =
        std::min(s.router.message_classes, rtl::RouterParameters{}.virtual_channels);
    s.router = {};
    s.ages = 0;
    s.router.organisation = rtl::Organisation::output_queued;
    s.router.switching = rtl::Switching::store_and_forward;
    s.router.service = draw.chance(2) ? rtl::Service::kept : rtl::Service::redrawn;
    s.router.message_classes = classes;
    s.traffic.length = draw_length(draw);
    const auto length = find_length(s.traffic.length.name).make(s.traffic.length.options);
    s.traffic.rate = std::min(1.0, 0.004 * (1 << draw.number(0, 8)) / length->mean());
    if (s.traffic.pattern.name == "uniform" && draw.chance(4)) {
        s.traffic.pattern = {"hotspot",
                             {{"nodes", std::vector<std::int64_t>{0}}, {"fraction", 0.5}}};
    }
    if (s.router.service == rtl::Service::redrawn) {
        s.service_flits = service_flits(*length);
    }
    return s;
}

}  // namespace flitscope::tb
