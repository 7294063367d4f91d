#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "testbenches/drive/configuration/experiment_config.h"
#include "topologies/deadlock/deadlock.h"

namespace flitscope::tb {

/// The commands that read only the graph and do not simulate: `topology`, `route`, `verify`.
///
/// Each prints its result to `out` and returns the exit code of the program. They throw OptionError
/// if the configuration or a node name does not fit: key "kind" or an option for the section
/// `topology`, "algorithm" or an option for `routing`, "--from" and "--to" for the options of
/// `route`.

struct TopologyCommandOptions {
    bool json = false;  ///< the object of docs/topologies.md instead of the table
    bool edges =
        false;  ///< also list every channel (from, port, to, link class); "channels" in JSON
};

/// Exit code 0. Works on topologies that have no routing function.
int topology_command(const ExperimentConfig& config, const TopologyCommandOptions& options,
                     std::ostream& out);

struct RouteCommandOptions {
    std::string from;   ///< node id, or coordinates as "(1,1)"
    std::string to;     ///< likewise
    bool json = false;  ///< {"paths": [[nodes]]}
};

/// All paths a message may take, source and destination included, in the order of their ports; a
/// message to its own source has the path [source]. More than 1000 are an OptionError ("--to").
/// Exit code 0.
int route_command(const ExperimentConfig& config, const RouteCommandOptions& options,
                  std::ostream& out);

/// The result of a search for messages that deadlock.
struct WitnessReport {
    std::string file;       ///< a trace of them
    int messages = 0;       ///< 0: none found
    std::int64_t edge = 0;  ///< at which they are deadlocked
    int tries = 0;
    int most_messages = 0;  ///< of a try
};
/// Called for a network that may deadlock, with the classes as check_routing takes them.
using WitnessFinder =
    std::function<WitnessReport(const topo::RoutingCheck&, const std::vector<int>&)>;

/// Follows every pair, and worms (worm_dependencies.h), and prints what it finds, as text or JSON;
/// VC classes that share VCs because there are too few count as one. `deadlock: refuse` asks it
/// before a run. OptionError ("kind") above 16384 nodes, with worms 4096. JSON: {"deadlock_free",
/// "reason": "acyclic" | "cyclic" | "unreachable" | "unbounded" (queued outputs), "pairs",
/// "channels", "virtual_channels_needed", with worms "ejection_vcs_needed", "cycle":
/// [{"from", "to", "vc_class"}], "witness": null or {"file", "messages", "edge"}}; with
/// "unreachable" also "defect", the message that gets lost. Exit code 0, or 4 when not free.
int verify_command(const ExperimentConfig& config, bool json, std::ostream& out,
                   const WitnessFinder& find_witness = {});

/// The result of verify_command, for a warning with a run; none: above 1024 nodes, where it takes
/// two seconds and more, or if verify cannot decide.
std::optional<bool> deadlock_free(const ExperimentConfig& config);

}  // namespace flitscope::tb
