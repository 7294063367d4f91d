#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/router/router_parameters.h"
#include "topologies/options.h"

namespace flitscope::tb {

struct ConfigNode;

/// A pluggable part as the configuration names it: its registered name and its checked options.
struct PartConfig {
    std::string name;
    topo::Options options;
};

enum class WhenFull { wait, lose };
enum class StartUp { serial, parallel };

/// `deadlock:` stop = simulate and end with exit code 5 when one forms; refuse = exit code 4 before
/// simulating when `verify` says that one can form.
enum class DeadlockAction { stop, refuse };

/// `traffic.broadcast`: which of the generated messages are broadcasts, and how they are sent. In
/// this version a matter of the models alone; a simulation has fraction 0.
struct BroadcastConfig {
    double fraction = 0;  ///< of the generated messages, 0..1
    std::string algorithm = "sbt";
    std::string base = "rotating";  ///< of sbt: fixed, rotating, random, or a dimension
};

struct TrafficConfig {
    PartConfig pattern{"uniform", {}};
    PartConfig arrivals{"bernoulli", {}};
    PartConfig length{"fixed", {{"mean", std::int64_t{5}}}};  ///< fixed: integer `mean`
    double rate = 0.005;  ///< messages/node/cycle, 0..1; resolved from `load` when that was given
    std::optional<double> load;  ///< flits/node/cycle, where the configuration gives that
    int startup_cycles = 0;
    StartUp startup = StartUp::serial;
    int source_queue = rtl::kUnbounded;  ///< messages per queue, or kUnbounded
    WhenFull when_full = WhenFull::wait;
    BroadcastConfig broadcast;
};

struct MeasureConfig {
    std::int64_t warmup_messages = 20000;
    double relative_error = 0.05;
    double confidence = 0.95;
    std::int64_t max_cycles = 2000000;
    bool per_channel = false;
    std::int64_t series_every = 0;  ///< cycles between points of the time series; 0: none
};

struct WavesConfig {
    std::string file = "run.vcd";
    std::vector<topo::NodeId> routers;  ///< empty: all (in a mix of levels: all at level signal)
    std::int64_t from = 0;              ///< cycle
    std::int64_t to = INT64_MAX;        ///< cycle, exclusive end of the window
    bool rtl = false;                   ///< also what is inside routers at level verilog
};

/// What a router at level verilog is.
struct VerilogLevel {
    std::string router;  ///< plug-in of a router from outside; empty: rtl_models/verilog/router.v
    std::string path;    ///< folder of plug-ins; empty: cosim::default_plugin_folder()
};

/// `level:` as a default and exceptions by router id.
struct LevelConfig {
    std::string standard = "fast";
    std::map<topo::NodeId, std::string> exceptions;
    VerilogLevel verilog = {};
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

/// A checked configuration: every value is in range and every combination accepted.
struct ExperimentConfig {
    PartConfig topology{"hypercube", {{"dimensions", std::int64_t{6}}}};
    /// Name resolved to the topology's default where none was given; empty where there is none yet,
    /// which no simulation accepts.
    PartConfig routing;
    bool ties_random = true;
    rtl::RouterParameters router;
    rtl::LinkParameters link;  ///< for classes without an entry in link_classes
    std::map<std::string, rtl::LinkParameters> link_classes;
    TrafficConfig traffic;
    DeadlockAction deadlock = DeadlockAction::stop;
    MeasureConfig measure;
    LevelConfig level;
    std::optional<WavesConfig> waves;
    std::uint64_t seed = 1;
    nlohmann::ordered_json
        model;  ///< the `model:` section, unchecked by the reader apart from its keys; null: none
    nlohmann::ordered_json
        resolved;  ///< the whole configuration with all defaults filled in, as result.json shows it
    std::vector<std::string> warnings;  ///< accepted, but perhaps not meant; one line each
    std::shared_ptr<const ConfigNode>
        written;  ///< what was read, for errors found later (config_reader.h, option_error)
};

}  // namespace flitscope::tb
