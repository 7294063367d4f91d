#include "testbenches/drive/configuration/capabilities.h"

#include <algorithm>

namespace flitscope::tb {

namespace {

using Config = const ExperimentConfig&;

/// What the route unit of rtl_models/verilog computes.
bool routed_in_verilog(Config c) {
    return (c.routing.name == "ecube" && c.topology.name == "hypercube") ||
           (c.routing.name == "dimension_order" && c.topology.name == "mesh");
}

constexpr int kVerilogBufferFlits = 64;
constexpr int kVerilogCyclesPerFlit = 255;

bool slow_links(Config c) {
    return c.link.cycles_per_flit > kVerilogCyclesPerFlit ||
           std::any_of(c.link_classes.begin(), c.link_classes.end(), [](const auto& own) {
               return own.second.cycles_per_flit > kVerilogCyclesPerFlit;
           });
}

}  // namespace

const std::vector<std::string>& level_names() {
    static const std::vector<std::string> names = {LevelConfig{}.standard, "signal", "verilog"};
    return names;
}

const std::vector<Capability>& capabilities() {
    using rtl::AllocatorKind;
    using rtl::ArbiterKind;
    using rtl::EjectionVcs;
    using rtl::Switching;
    using rtl::VcReuse;
    const std::vector<std::string>& all = level_names();
    const std::vector<std::string> both = {"fast", "signal"};
    static const std::vector<Capability> table = {
        {"router.virtual_channels", "1..64", [](Config) { return true; }, all},
        {"router.buffer_flits", "1..64",
         [](Config c) {
             return c.router.buffer_flits != rtl::kUnbounded &&
                    c.router.buffer_flits <= kVerilogBufferFlits;
         },
         all},
        {"router.buffer_flits", "more than 64",
         [](Config c) { return c.router.buffer_flits > kVerilogBufferFlits; }, both},
        {"router.buffer_flits", "unbounded",
         [](Config c) { return c.router.buffer_flits == rtl::kUnbounded; }, both},
        {"router.switching", "wormhole",
         [](Config c) { return c.router.switching == Switching::wormhole; }, all},
        {"router.switching", "virtual_cut_through",
         [](Config c) { return c.router.switching == Switching::virtual_cut_through; }, all},
        {"router.switching", "store_and_forward",
         [](Config c) { return c.router.switching == Switching::store_and_forward; }, all},
        {"router.pipeline", "1..4", [](Config) { return true; }, all},
        {"router.allocators", "separable_input, separable_output",
         [](Config c) {
             return c.router.vc_allocator != AllocatorKind::wavefront ||
                    c.router.switch_allocator != AllocatorKind::wavefront;
         },
         all},
        {"router.allocators.vc", "wavefront",
         [](Config c) { return c.router.vc_allocator == AllocatorKind::wavefront; }, both},
        {"router.allocators.switch", "wavefront",
         [](Config c) { return c.router.switch_allocator == AllocatorKind::wavefront; }, all},
        {"router.arbiter", "round_robin",
         [](Config c) { return c.router.arbiter == ArbiterKind::round_robin; }, all},
        {"router.arbiter", "matrix",
         [](Config c) { return c.router.arbiter == ArbiterKind::matrix; }, all},
        {"router.vc_reuse", "tail_sent, buffer_empty", [](Config) { return true; }, all},
        {"router.injection_ports, router.ejection_ports", "a number",
         [](Config c) {
             return c.router.injection_ports != rtl::kAll || c.router.ejection_ports != rtl::kAll;
         },
         all},
        {"router.injection_ports, router.ejection_ports", "all",
         [](Config c) {
             return c.router.injection_ports == rtl::kAll || c.router.ejection_ports == rtl::kAll;
         },
         all},
        {"router.ejection_vcs", "per_vc, 1, classes", [](Config) { return true; }, all},
        {"router.message_classes", "1, 2", [](Config) { return true; }, all},
        {"link.latency", "0 and more", [](Config) { return true; }, all},
        {"link.cycles_per_flit", "1..255", [](Config c) { return !slow_links(c); }, all},
        {"link.cycles_per_flit", "more than 255", slow_links, both},
        {"routing.algorithm", "`ecube` on hypercubes, `dimension_order` on meshes",
         routed_in_verilog, all},
        {"routing.algorithm", "others", [](Config c) { return !routed_in_verilog(c); }, both},
        // In a mix only the routers of the dump matter (config_checks.cpp).
        {"waves",
         "a dump",
         [](Config c) { return c.waves.has_value() && c.level.uniform(); },
         {"signal", "verilog"}},
        {"level", "one for all routers", [](Config c) { return c.level.uniform(); }, all},
        {"level", "several in one network", [](Config c) { return !c.level.uniform(); }, all},
    };
    return table;
}

const Capability* missing_capability(const ExperimentConfig& config, std::string& level) {
    std::vector<std::string> used = {config.level.standard};
    for (const auto& exception : config.level.exceptions) {
        used.push_back(exception.second);
    }
    if (!config.level.verilog.router.empty()) {
        // What a router from outside takes is known when it is loaded.
        used.erase(std::remove(used.begin(), used.end(), "verilog"), used.end());
    }
    for (const Capability& row : capabilities()) {
        if (!row.used(config)) {
            continue;
        }
        for (const std::string& each : used) {
            if (std::find(row.levels.begin(), row.levels.end(), each) == row.levels.end()) {
                level = each;
                return &row;
            }
        }
    }
    return nullptr;
}

const std::vector<ReservedKey>& reserved_keys() {
    static const std::vector<ReservedKey> keys = {
        {"router.organisation", "queued outputs", "input_queued"},
        {"router.service", "a service time drawn anew per link", "kept"},
        {"traffic.broadcast.fraction", "broadcast", "0"},
        {"traffic.multicast.fraction", "multicast", "0"},
        {"header.addresses_per_flit", "header flits with several addresses", "0"},
        {"faults", "faults", "[]"},
    };
    return keys;
}

std::string capabilities_markdown() {
    std::string text = "| key | value |";
    std::string rule = "|---|---|";
    for (const std::string& level : level_names()) {
        text += " " + level + " |";
        rule += "---|";
    }
    text += "\n" + rule + "\n";
    for (const Capability& row : capabilities()) {
        text += "| `" + std::string(row.key) + "` | " + row.value + " |";
        for (const std::string& level : level_names()) {
            const bool accepted =
                std::find(row.levels.begin(), row.levels.end(), level) != row.levels.end();
            text += accepted ? " yes |" : " no |";
        }
        text += "\n";
    }
    text += "\n| key | accepted in this version | other values would switch on |\n|---|---|---|\n";
    for (const ReservedKey& key : reserved_keys()) {
        text +=
            "| `" + std::string(key.key) + "` | `" + key.harmless + "` | " + key.feature + " |\n";
    }
    return text;
}

}  // namespace flitscope::tb
