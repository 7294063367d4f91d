#pragma once

#include <string>
#include <vector>

#include "testbenches/drive/compare/compare_runs.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// Runs one operating point at each of the levels (of level_names(); at least two) and compares all
/// events and, apart from `performance`, `level` and `config`, the results. Ends by the rules of
/// `simulate`. A `config.level` with several levels in one network is compared, too, as "mixed";
/// otherwise it is ignored, as is `config.waves`.
///
/// Routers that are a device under test in one of the runs (`level.verilog.router`) are compared in
/// all runs only by their external behaviour: flits and credits, not routes, VC grants and channel
/// statistics.
///
/// Throws std::invalid_argument for an unknown level or too few of them, std::runtime_error
/// ("<level>: ...") when a run fails, RunFault when a device ended it; its waves go to `folder`.
/// Interrupted when `interrupt` says so. Call it before SystemC is touched in this process.
CrosscheckReport crosscheck(const ExperimentConfig& config, const std::vector<std::string>& levels,
                            const std::string& folder = ".",
                            const InterruptSignal* interrupt = nullptr);

}  // namespace flitscope::tb
