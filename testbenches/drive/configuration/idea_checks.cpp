#include "testbenches/drive/configuration/idea_checks.h"

#include <fmt/format.h>

#include "rtl_models/router/bypass.h"
#include "rtl_models/router/lookahead.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

void check_lookahead(ConfigSection router, const topo::RoutingFunction& routing,
                     const ExperimentConfig& config) {
    // Multicasts themselves are refused, with all else that they cannot have
    // (operation_checks.cpp).
    const char* excluded = rtl::excluded_by_lookahead(routing, false, !config.faults.empty());
    if (excluded == nullptr && config.level.uses_plugins()) {
        excluded = "routers from outside (level), whose heads carry no routes of ours";
    } else if (excluded == nullptr && config.level.uses("verilog") &&
               !topo::computed_in_verilog(routing)) {
        excluded = "a routing that level verilog has in tables";
    }
    if (excluded != nullptr) {
        router.fail("lookahead", fmt::format("not with {}", excluded), "false");
    }
    if (config.router.pipeline > config.router.deepest()) {
        router.fail("pipeline", "out of range with router.lookahead, which has no stage RC",
                    fmt::format("1..{} cycles", config.router.deepest()));
    }
}

void check_bypass(ConfigSection router, const ExperimentConfig& config) {
    // Multicasts: as above.
    const char* excluded = rtl::excluded_by_bypass(false, config.takes_messages_out());
    if (excluded == nullptr && config.level.uses_plugins()) {
        excluded = "routers from outside (level), which bypass nothing";
    } else if (excluded == nullptr && config.units.watched()) {
        excluded = "exchanged or checked units (router.units, level.units, router.check_units)";
    }
    if (excluded != nullptr) {
        router.fail("bypass", fmt::format("not with {}", excluded), "false");
    }
    if (config.router.pipeline == 1) {
        router.fail("pipeline", "in one cycle there is no stage for router.bypass to save",
                    fmt::format("2..{} cycles", config.router.deepest()));
    }
}

}  // namespace

void check_router_ideas(ConfigSection& root, const topo::RoutingFunction& routing,
                        const ExperimentConfig& config) {
    if (config.router.lookahead) {
        check_lookahead(root.section("router"), routing, config);
    }
    if (config.router.bypass) {
        check_bypass(root.section("router"), config);
    }
}

}  // namespace flitscope::tb
