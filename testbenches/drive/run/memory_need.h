#pragma once

#include <string>
#include <vector>

#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// Approximate bytes that a simulation of `config` with its routers at `level` takes before its
/// first message: counts of routers, VCs and buffered flits times the measured bytes of each
/// (docs/levels.md). Unbounded buffers and source queues grow with the traffic and count as empty.
double needed_memory(const ExperimentConfig& config, const LevelConfig& level);

/// Approximate bytes that `topology` takes for this graph: the memory of a breadth-first search if
/// no closed form gives the distances, and all channels as one JSON document if they are `listed`.
double needed_graph_memory(const ExperimentConfig& config, bool listed);

/// Bytes that this process may still take: the minimum of the memory available without swapping,
/// the rest of the control groups' limits, and the address space (ulimit -v). `root`: "" or, for
/// tests, where another machine's /proc and /sys lie.
double available_memory(const std::string& root = "");

/// "3.2 GB".
std::string memory_text(double bytes);

/// Refuses networks that do not fit into memory, all of `levels` at the same time, before anything
/// is built. Throws ConfigError with both figures. Takes no time, however large the network is.
void check_memory(const ExperimentConfig& config, const std::vector<LevelConfig>& levels);

/// The same for `topology`.
void check_graph_memory(const ExperimentConfig& config, bool listed);

}  // namespace flitscope::tb
