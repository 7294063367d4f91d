#include "testbenches/drive/configuration/capabilities.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "rtl_models/router/reduction_unit.h"
#include "rtl_models/router/router_parameter_table.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

using Config = const ExperimentConfig&;

bool routed_in_verilog(Config c) {
    const topo::RoutingEntry* const listed = topo::find_routing(c.routing.name);
    return listed != nullptr && listed->in_verilog;
}

/// The routing functions that level verilog has, or those that it lacks.
std::string routings(bool in_verilog) {
    std::string names;
    for (const topo::RoutingEntry& each : topo::routings()) {
        if (each.in_verilog == in_verilog) {
            names += (names.empty() ? "`" : ", `") + each.algorithm + "`";
        }
    }
    return names;
}

constexpr int kVerilogCyclesPerFlit = 255;

bool slow_links(Config c) {
    return c.link.cycles_per_flit > kVerilogCyclesPerFlit ||
           std::any_of(c.link_classes.begin(), c.link_classes.end(), [](const auto& own) {
               return own.second.cycles_per_flit > kVerilogCyclesPerFlit;
           });
}

bool abrupt(Config c) {
    return std::any_of(c.faults.begin(), c.faults.end(),
                       [](const FaultConfig& fault) { return fault.abrupt; });
}

bool combines_in_network(Config c) {
    return c.traffic.has(OperationKind::collective) && c.traffic.collective.in_network;
}

bool combines_in_verilog(Config c) {
    using Limits = rtl::VerilatedCombining;
    const bool barrier = c.traffic.collective.exchange.kind == tl::ExchangeKind::barrier;
    return c.traffic.collective.entries <= Limits::kEntries &&
           rtl::ejection_vc_count(c.router) <= Limits::kVcs &&
           (barrier ||
            operand_lengths(c.traffic, OperationKind::collective).longest <= Limits::kElements);
}

bool recovers(Config c) { return c.deadlock == DeadlockAction::recover_regressive; }

/// The values from..to of a parameter, or its word.
struct Values {
    int from;
    int to;
    std::string text;
    std::vector<std::string> levels;
};

std::vector<std::string> levels_of(const rtl::RouterParameter& parameter, int value) {
    std::vector<std::string> levels;
    for (const std::string& level : level_names()) {
        if (parameter.is_accepted(value, level)) {
            levels.push_back(level);
        }
    }
    return levels;
}

/// All values, in ranges that begin where a level begins or ceases to accept them.
std::vector<Values> values_of(const rtl::RouterParameter& parameter) {
    std::vector<int> starts = {parameter.minimum};
    for (const rtl::RouterParameter::Limit& limit : parameter.limits) {
        starts.push_back(limit.minimum);
        starts.push_back(limit.maximum + 1);
    }
    starts.push_back(parameter.maximum + 1);
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    std::vector<Values> values;
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
        const int last = starts[i + 1] - 1;
        values.push_back(
            {starts[i], last, parameter.text(starts[i], last), levels_of(parameter, last)});
    }
    if (!parameter.word.empty()) {
        const int word = parameter.word_value;
        values.push_back({word, word, parameter.word, levels_of(parameter, word)});
    }
    return values;
}

void add_router_parameters(std::vector<Capability>& table) {
    for (const rtl::RouterParameter& each : rtl::router_parameters()) {
        for (const Values& values : values_of(each)) {
            table.push_back({"router." + each.key, values.text,
                             [&each, values](Config c) {
                                 const int value = each.get(c.router);
                                 return value >= values.from && value <= values.to;
                             },
                             values.levels});
        }
        if (each.takes_plugin) {
            table.push_back({"router." + each.key,
                             "a plug-in",
                             [&each](Config c) { return c.decisions.count(each.key) != 0; },
                             {"fast", "signal"}});
        }
    }
}

}  // namespace

const std::vector<std::string>& level_names() {
    static const std::vector<std::string> names = {LevelConfig{}.standard, "signal", "verilog"};
    return names;
}

const std::vector<Capability>& capabilities() {
    static const std::vector<Capability> table = [] {
        const std::vector<std::string>& all = level_names();
        const std::vector<std::string> both = {"fast", "signal"};
        std::vector<Capability> rows;
        add_router_parameters(rows);
        const std::vector<Capability> others = {
            {"router.class_vcs", "a list", [](Config) { return true; }, all},
            {"link.latency", "0 and more", [](Config) { return true; }, all},
            {"link.cycles_per_flit", "1..255", [](Config c) { return !slow_links(c); }, all},
            {"link.cycles_per_flit", "more than 255", slow_links, both},
            {"link.CLASS.virtual_channels", "1..`router.virtual_channels`",
             [](Config) { return true; }, all},
            {"routing.algorithm", routings(true), routed_in_verilog, all},
            {"routing.algorithm", routings(false), [](Config c) { return !routed_in_verilog(c); },
             both},
            {"deadlock", "`stop`, `refuse`", [](Config c) { return !recovers(c); }, all},
            {"deadlock", "`recover_regressive`", recovers, both},
            {"faults", "none, `graceful`", [](Config c) { return !abrupt(c); }, all},
            {"faults", "`abrupt`", abrupt, both},
            {"traffic.broadcast", "all", [](Config) { return true; }, all},
            {"traffic.multicast", "all", [](Config) { return true; }, all},
            {"traffic.collective.in_network", "`false`",
             [](Config c) { return !combines_in_network(c); }, all},
            {"traffic.collective.in_network",
             fmt::format("`true`, up to {} entries and operands of {} flits, {} ejection VCs",
                         rtl::VerilatedCombining::kEntries, rtl::VerilatedCombining::kElements,
                         rtl::VerilatedCombining::kVcs),
             [](Config c) { return combines_in_network(c) && combines_in_verilog(c); }, all},
            {"traffic.collective.in_network", "`true`, more",
             [](Config c) { return combines_in_network(c) && !combines_in_verilog(c); }, both},
            // In a mix only the routers of the dump matter (config_checks.cpp).
            {"waves",
             "a dump",
             [](Config c) { return c.waves.has_value() && c.level.uniform(); },
             {"signal", "verilog"}},
            {"level", "one for all routers", [](Config c) { return c.level.uniform(); }, all},
            {"level", "several in one network", [](Config c) { return !c.level.uniform(); }, all},
        };
        std::copy_if(others.begin(), others.end(), std::back_inserter(rows),
                     [](const Capability& row) { return !row.value.empty(); });
        return rows;
    }();
    return table;
}

const Capability* missing_capability(const ExperimentConfig& config, std::string& level) {
    std::vector<std::string> used = {config.level.standard};
    for (const auto& exception : config.level.exceptions) {
        used.push_back(exception.second);
    }
    if (config.level.own_rtl() == nullptr) {
        // What a router from outside accepts is known only when it is loaded.
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

}  // namespace flitscope::tb
