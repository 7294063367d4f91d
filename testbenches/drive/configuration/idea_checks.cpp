#include "testbenches/drive/configuration/idea_checks.h"

#include <fmt/format.h>

#include <algorithm>

#include "rtl_models/router/at_switch.h"
#include "rtl_models/router/bypass.h"
#include "rtl_models/router/lookahead.h"
#include "rtl_models/router/priority.h"
#include "rtl_models/router/shared_buffers.h"
#include "rtl_models/router/speculation.h"
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

/// `class_vcs` and `class_shares`.
void check_message_classes(ConfigSection& root, const topo::RoutingFunction& routing,
                           const ExperimentConfig& config) {
    const rtl::RouterParameters& router = config.router;
    const std::vector<double>& shares = config.traffic.class_shares;
    if (!shares.empty() && static_cast<int>(shares.size()) != router.message_classes) {
        root.section("traffic").fail(
            "class_shares", fmt::format("{} shares", shares.size()),
            fmt::format("{}, one for each of router.message_classes", router.message_classes));
    }
    if (router.class_vcs.empty()) {
        return;
    }
    const auto own =
        std::find_if(config.link_classes.begin(), config.link_classes.end(),
                     [](const auto& each) { return each.second.virtual_channels != 0; });
    if (own != config.link_classes.end()) {
        root.section("router").fail(
            "class_vcs",
            fmt::format("not with a link that has VCs of its own (link.{})", own->first), "none");
    }
    const int fewest = *std::min_element(router.class_vcs.begin(), router.class_vcs.end());
    if (routing.escape() != nullptr && fewest < routing.vc_classes()) {
        root.section("router").fail(
            "class_vcs", fmt::format("too few for routing {}", config.routing.name),
            fmt::format("{} and more for each message class", routing.vc_classes()));
    }
}

void check_vc_at_switch(ConfigSection router, const topo::RoutingFunction& routing,
                        const ExperimentConfig& config) {
    if (const char* const excluded = rtl::excluded_at_switch(routing, false)) {
        router.section("allocators").fail("vc", fmt::format("not with {}", excluded), "the others");
    }
    if (config.router.pipeline < config.router.shallowest()) {
        router.fail(
            "pipeline", "out of range with router.allocators.vc = at_switch",
            fmt::format("{}..{} cycles", config.router.shallowest(), config.router.deepest()));
    }
}

void check_speculation(ConfigSection router, const ExperimentConfig& config) {
    // Multicasts are refused as above.
    const char* const excluded = rtl::excluded_by_speculation(config.router, false);
    if (excluded != nullptr) {
        const bool shallow = !config.router.vc_at_switch() && config.router.input_speedup == 1;
        router.fail("speculation", fmt::format("not with {}", excluded),
                    !shallow                  ? "none"
                    : config.router.lookahead ? "none, or pipeline 2 or 3"
                                              : "none, or pipeline 3 or 4");
    }
}

void check_input_speedup(ConfigSection router, const ExperimentConfig& config) {
    if (config.level.uses_plugins()) {
        router.fail("input_speedup",
                    "not with routers from outside (level), whose credit wires may carry one "
                    "credit in a cycle",
                    "1");
    }
}

void check_bypass(ConfigSection router, const ExperimentConfig& config) {
    // Multicasts: as above.
    const char* excluded =
        rtl::excluded_by_bypass(config.router, false, config.takes_messages_out());
    if (excluded == nullptr && config.level.uses_plugins()) {
        excluded = "routers from outside (level), which bypass nothing";
    }
    if (excluded != nullptr) {
        router.fail("bypass", fmt::format("not with {}", excluded), "false");
    }
    if (config.router.pipeline == 1) {
        router.fail("pipeline", "in one cycle there is no stage for router.bypass to save",
                    fmt::format("2..{} cycles", config.router.deepest()));
    }
}

void check_extra_stages(ConfigSection router, const ExperimentConfig& config) {
    const char* const excluded = config.level.uses_plugins()
                                     ? "routers from outside (level), which have their own stages"
                                 : config.level.uses("verilog") && config.takes_messages_out()
                                     ? "faults and recovery at level verilog, which has no pins "
                                       "for the flits in these stages"
                                     : nullptr;
    if (excluded != nullptr) {
        router.fail("extra_stages", fmt::format("not with {}", excluded), "0");
    }
}

void check_priority(ConfigSection router, const ExperimentConfig& config) {
    const char* excluded = rtl::excluded_by_priority(config.router);
    if (config.decisions.count("allocators.vc") + config.decisions.count("allocators.switch") > 0) {
        excluded = "user-defined allocators, which have arbiters of their own (allocators)";
    } else if (excluded == nullptr && config.level.uses_plugins()) {
        excluded = "routers from outside (level), which know no priorities";
    }
    if (excluded != nullptr) {
        router.fail("priority", fmt::format("not with {}", excluded), "none");
    }
}

void check_shared_buffers(ConfigSection router, const ExperimentConfig& config) {
    const bool own_vcs =
        std::any_of(config.link_classes.begin(), config.link_classes.end(),
                    [](const auto& each) { return each.second.virtual_channels != 0; });
    const char* excluded = rtl::excluded_by_shared_buffers(config.router, own_vcs);
    if (excluded == nullptr && config.level.uses_plugins()) {
        excluded = "routers from outside (level), which count credits VC by VC";
    } else if (excluded == nullptr && config.level.uses("verilog") && config.takes_messages_out()) {
        excluded = "faults and recovery at level verilog, which has no pins for slots of a pool";
    }
    if (excluded != nullptr) {
        router.fail("buffers", fmt::format("not with {}", excluded), "private");
    }
}

}  // namespace

void check_router_ideas(ConfigSection& root, const topo::RoutingFunction& routing,
                        const ExperimentConfig& config) {
    check_message_classes(root, routing, config);
    if (config.router.lookahead) {
        check_lookahead(root.section("router"), routing, config);
    }
    if (config.router.vc_at_switch()) {
        check_vc_at_switch(root.section("router"), routing, config);
    }
    if (config.router.speculates()) {
        check_speculation(root.section("router"), config);
    }
    if (config.router.input_speedup > 1) {
        check_input_speedup(root.section("router"), config);
    }
    if (config.router.bypass) {
        check_bypass(root.section("router"), config);
    }
    if (config.router.has_priorities()) {
        check_priority(root.section("router"), config);
    }
    if (config.router.extra_stages > 0) {
        check_extra_stages(root.section("router"), config);
    }
    if (config.router.shares_buffers()) {
        check_shared_buffers(root.section("router"), config);
    }
}

}  // namespace flitscope::tb
