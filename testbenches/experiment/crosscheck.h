#pragma once

#include <string>
#include <vector>

#include "testbenches/experiment/compare_runs.h"
#include "testbenches/experiment/experiment_config.h"

namespace flitscope::tb {

/// Runs one operating point at each of the levels (of level_names(); at least two) and compares
/// all events and, apart from `performance`, `level` and `config`, the results. Ends by the rules
/// of `simulate`. A `config.level` with several levels in one network is compared with them, as
/// "mixed"; otherwise it does not matter, nor does `config.waves`.
///
/// Throws std::invalid_argument for an unknown level or too few of them, std::runtime_error
/// ("<level>: ...") when a run fails. Call it before SystemC is touched in this process.
CrosscheckReport crosscheck(const ExperimentConfig& config, const std::vector<std::string>& levels);

}  // namespace flitscope::tb
