#pragma once

#include "testbenches/drive/configuration/config_section.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/drive/configuration/part_reader.h"

namespace flitscope::tb {

constexpr std::int64_t kMaxCycles = 1000000000000000;  ///< of any key: exact in a double

/// The sections of `traffic` that define operations.
constexpr ByOperation<const char*> kSectionOfKind = {"broadcast", "multicast", "collective"};

inline constexpr NamedValue<StartUp> kStartUps[] = {{"serial", StartUp::serial},
                                                    {"parallel", StartUp::parallel}};
inline constexpr NamedValue<WhenFull> kWhenFull[] = {{"wait", WhenFull::wait},
                                                     {"lose", WhenFull::lose}};
inline constexpr NamedValue<DeadlockAction> kDeadlockActions[] = {
    {"stop", DeadlockAction::stop},
    {"refuse", DeadlockAction::refuse},
    {"recover_regressive", DeadlockAction::recover_regressive}};
/// FaultConfig::abrupt
inline constexpr NamedValue<bool> kFaultModes[] = {{"graceful", false}, {"abrupt", true}};

// The sections of a configuration, one reader each. They check every value by itself;
// config_checks.h checks values against each other. All throw ConfigError, and take the defaults
// from the new ExperimentConfig.

void read_topology(ConfigSection section, ExperimentConfig& config);
void read_router(ConfigSection section, ExperimentConfig& config);
/// The section `{plugin: NAME, path: DIR}`.
PluginChoice read_plugin(ConfigSection section);
/// `units: {switch_allocator: {plugin, path}, ...}`.
void read_units(ConfigSection section, UnitChoices& units);
/// `units: {5: {...}, ...}` of single routers.
void read_units_by_router(ConfigSection section, topo::NodeId nodes, UnitsConfig& units);
/// `classes`: names of the topology's link classes; also accepted with _ for blanks.
/// `other_network`: the topology is not the file's, so unknown classes may belong to that one.
void read_link(ConfigSection section, const std::vector<std::string>& classes, bool other_network,
               ExperimentConfig& config);
/// The default is the routing function of the topology; a simulation must have one that exists.
void read_routing(ConfigSection section, const topo::Topology& topology, ConfigUse use,
                  ExperimentConfig& config);
void read_traffic(ConfigSection section, ConfigUse use, TrafficConfig& traffic);
void read_measure(ConfigSection section, MeasureConfig& measure);
/// `level`: a name, or a section {default, NAME: [router ids]}; `verilog` also takes a section
/// {router, path, nodes}, and `units` are those of single routers.
void read_level(ConfigSection& root, topo::NodeId nodes, LevelConfig& level, UnitsConfig& units);
void read_waves(ConfigSection section, topo::NodeId nodes, WavesConfig& waves);
/// The keys of `model`; resolved_config.h has the values.
void check_model(ConfigSection& root);

void read_faults(ConfigSection& root, const topo::Topology& topology,
                 std::vector<FaultConfig>& faults);

/// `deadlock`.
void read_deadlock(ConfigSection& root, DeadlockAction& deadlock);
/// `header`.
void read_header(ConfigSection section, int& addresses_per_flit);

}  // namespace flitscope::tb
