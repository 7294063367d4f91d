#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/router/router_parameters.h"
#include "testbenches/drive/configuration/unused_settings.h"
#include "testbenches/drive/measurement/fault_config.h"
#include "testbenches/drive/measurement/measure_config.h"
#include "testbenches/drive/traffic/traffic_config.h"
#include "topologies/node_value.h"

namespace flitscope::tb {

struct ConfigNode;

/// The purpose for which a configuration is read.
enum class ConfigUse {
    simulation,    ///< everything must fit together
    verification,  ///< the same, except that multicasts may have too few VC classes
    graph,         ///< only the topology: routing and traffic must be known, but need not fit it
    model          ///< like graph, with any rate
};
constexpr bool must_fit(ConfigUse use) {
    return use == ConfigUse::simulation || use == ConfigUse::verification;
}

/// `deadlock:` stop = simulate, and end with exit code 5 if a deadlock forms; refuse = exit code 4
/// before simulating if `verify` says that one can form; recover_regressive = simulate, purge a
/// message of every deadlock that forms, and send it again.
enum class DeadlockAction { stop, refuse, recover_regressive };

struct WavesConfig {
    std::string file = "run.vcd";
    std::vector<topo::NodeId> routers;  ///< empty: all (in a mix of levels: all at level signal)
    std::int64_t from = 0;              ///< cycle
    std::int64_t to = INT64_MAX;        ///< cycle, exclusive end of the window
    bool ports = true;                  ///< also the ports of the units, at level signal
    bool rtl = false;                   ///< also what is inside routers at level verilog
};

/// What a router at level verilog is.
struct VerilogLevel {
    std::string router;  ///< plug-in of a router from outside; empty: rtl_models/verilog/router.v
    std::string path;    ///< folder of plug-ins; empty: cosim::default_plugin_folder()
    std::map<std::string, topo::NodeValue> parameters;  ///< of the plug-in: which variant
    std::vector<topo::NodeId> nodes;  ///< one of several: its routers; empty: what none lists
};

/// `level:` as a default and exceptions by router id.
struct LevelConfig {
    std::string standard = "fast";
    std::map<topo::NodeId, std::string> exceptions;
    std::vector<VerilogLevel> verilog = std::vector<VerilogLevel>(1);  ///< one or several
    /// What a router at level verilog is.
    const VerilogLevel& verilog_of(topo::NodeId router) const;
    /// Flitscope's own router among `verilog`; null: there are plug-ins only.
    const VerilogLevel* own_rtl() const;
    /// Some router may be a foreign one.
    bool uses_plugins() const;
    bool uniform() const { return exceptions.empty(); }
    /// Some router may be at this level.
    bool uses(const std::string& name) const {
        return standard == name ||
               std::any_of(exceptions.begin(), exceptions.end(),
                           [&](const auto& each) { return each.second == name; });
    }
    /// The level of a router.
    const std::string& of(topo::NodeId router) const {
        const auto exception = exceptions.find(router);
        return exception == exceptions.end() ? standard : exception->second;
    }
};

/// `{plugin: NAME, path: DIR}`: a plug-in that replaces a part of ours.
struct PluginChoice {
    std::string plugin;  ///< name of the plug-in; empty: ours
    std::string path;    ///< folder of plug-ins; empty: cosim::default_plugin_folder()
};
/// The same as text.
constexpr const char* kPluginForm = "{plugin: NAME, path: DIR}";

/// What a unit of a router at level signal is (docs/signal_level.md).
struct UnitChoice : PluginChoice {
    bool verilog = false;  ///< that of rtl_models/verilog, verilated
};
/// By the name of the unit.
using UnitChoices = std::map<std::string, UnitChoice>;

/// `router.units` and `level.units`: units that replace ours.
struct UnitsConfig {
    UnitChoices everywhere;
    std::map<topo::NodeId, UnitChoices> at;  ///< by router, on top of `everywhere`
    bool check = false;                      ///< contracts of our units are monitored, too

    bool any() const { return !everywhere.empty() || !at.empty(); }
    /// Whether the units of some router are monitored.
    bool watched() const { return any() || check; }
    UnitChoices of(topo::NodeId router) const;
};

/// A checked configuration: every value is in range and every combination accepted.
struct ExperimentConfig {
    PartConfig topology{"hypercube", {{"dimensions", std::int64_t{6}}}};
    /// The name is the topology's default if none was given; it is empty if there is none yet,
    /// which no simulation accepts.
    PartConfig routing;
    bool ties_random = true;
    rtl::RouterParameters router;
    /// Arbiters and allocators from plug-ins, by key of the section `router`: "allocators.switch".
    /// `router` has the defaults for these keys.
    std::map<std::string, PluginChoice> decisions;
    UnitsConfig units;
    bool clock_gates = true;   ///< of level signal; false: the plain clock everywhere
    rtl::LinkParameters link;  ///< for classes without an entry in link_classes
    std::map<std::string, rtl::LinkParameters> link_classes;
    TrafficConfig traffic;
    int addresses_per_flit = 0;  ///< `header`; 0: all in one
    DeadlockAction deadlock = DeadlockAction::stop;
    std::vector<FaultConfig> faults;
    MeasureConfig measure;
    LevelConfig level;
    std::optional<WavesConfig> waves;
    std::uint64_t seed = 1;
    /// Settings without effect; they have their default values if that makes no difference.
    std::vector<UnusedSetting> without_effect;
    /// Accepted, but perhaps not intended; one line each, and one for all of `without_effect`.
    std::vector<std::string> warnings;
    /// What was read, for errors found later (config_reader.h, option_error) and the section
    /// `model` (resolved_config.h).
    std::shared_ptr<const ConfigNode> written;

    /// Of a link class by its name.
    const rtl::LinkParameters& link_of(const std::string& link_class) const {
        const auto own = link_classes.find(link_class);
        return own == link_classes.end() ? link : own->second;
    }
    /// For a recovery or a fault; not from networks of several levels.
    bool takes_messages_out() const {
        return deadlock == DeadlockAction::recover_regressive || !faults.empty();
    }
};

}  // namespace flitscope::tb
