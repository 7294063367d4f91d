#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/campaign/load_search.h"
#include "testbenches/drive/configuration/config_tree.h"

namespace flitscope::tb {

/// One axis of a sweep: the values that its keys take in turn.
struct SweepAxis {
    std::vector<ConfigNode> keys;  ///< scalars, paths as in `--set`; paired: several
    /// [position][key]; no position: a search places its points (`adaptive`)
    std::vector<std::vector<ConfigNode>> values;
};

/// What a sweep does at its points: simulates the network, or evaluates the model that the section
/// `model` names.
enum class SweepRun { simulation, model };

/// A sweep: a base configuration and the axes that make points from it (docs/campaigns.md). Points
/// are the product of all axes and the replicas, the last one fastest.
struct SweepFile {
    ConfigNode base;  ///< the tree of the configuration
    SweepRun run = SweepRun::simulation;
    std::vector<SweepAxis> axes;       ///< `axes` in the order of the file, then `paired`
    std::int64_t replicas = 1;         ///< points per combination, with seeds seed, seed + 1, ...
    std::optional<LoadSearch> search;  ///< along traffic.load, for each combination of other axes
    std::string name;                  ///< of a series, with {key}s
    std::vector<std::string> x;  ///< across curves: keys of axes, or a figure; empty: load or rate
    bool x_is_figure = false;
    bool skip_impossible = false;  ///< `skip: impossible`: impossible points are left out
    std::string liberty;           ///< results say what their router costs in these cells; "": not
    std::int64_t gate_cycles = 0;  ///< ... and its energy, from a simulation of so many; 0: not
    bool strict = false;           ///< settings without effect are refused
    ConfigNode written;            ///< the whole file

    /// All keys of all axes, in order.
    std::vector<std::string> keys() const;
    /// Whether the key of an axis, or the seed, is across curves, or changes together with what is.
    bool changes_along_curves(const std::string& key) const;
    /// The same sweep as one file that includes the base, as a results directory stores it: reading
    /// it gives the same points.
    std::string text() const;
};

/// Limits that stop a typo before memory does.
constexpr std::int64_t kMostSweepPoints = 1000000;
constexpr std::int64_t kMostReplicas = 10000;
constexpr std::int64_t kMostAdaptivePoints = 1000;
constexpr std::int64_t kMostGateCycles = 100000;  ///< of a netlist, simulated in some ms each

/// The only key with a search.
constexpr const char* kLoadKey = "traffic.load";

/// Reads SWEEP.yaml; `sets` (key.path=value) change the base before the axes do. Axes are read, not
/// applied: SweepPoints checks the configurations that they make. Throws ConfigError.
SweepFile read_sweep(const std::string& path, const std::vector<std::string>& sets = {});

/// The same for a text in memory; `path` stands for the file in messages, and a relative `base` is
/// looked for in its folder.
SweepFile parse_sweep(const std::string& path, const std::string& text,
                      const std::vector<std::string>& sets = {});

/// The same for a tree, whose places in files are those of its nodes.
SweepFile sweep_of(ConfigNode tree, const std::string& path,
                   const std::vector<std::string>& sets = {});

/// A tree as YAML on one line, with everything in it.
std::string flow_text(const ConfigNode& node);

}  // namespace flitscope::tb
