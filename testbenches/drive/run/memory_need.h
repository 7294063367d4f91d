#pragma once

#include <string>
#include <vector>

#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// Bytes that a simulation of `config` with its routers at `level` takes before its first message,
/// about: counts of routers, VCs and buffered flits times what was measured of each
/// (docs/levels.md). Unbounded buffers and source queues grow with the traffic and count as empty.
double needed_memory(const ExperimentConfig& config, const LevelConfig& level);

/// Bytes that `topology` takes for this graph, about: what a breadth-first search lays out where no
/// closed form gives the distances, and all channels as one JSON document if they are `listed`.
double needed_graph_memory(const ExperimentConfig& config, bool listed);

/// Bytes that this process may still take: the least of what the machine has available without
/// swapping, what the control groups leave, and the address space (ulimit -v). `root`: "" or, for
/// tests, where another machine's /proc and /sys lie.
double available_memory(const std::string& root = "");

/// "3.2 GB".
std::string memory_text(double bytes);

/// Refuses networks that do not fit, all of `levels` at a time, before anything is built. Throws
/// ConfigError with both figures. Takes no time, however large the network is.
void check_memory(const ExperimentConfig& config, const std::vector<LevelConfig>& levels);

/// The same for `topology`.
void check_graph_memory(const ExperimentConfig& config, bool listed);

}  // namespace flitscope::tb
