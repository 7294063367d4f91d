#pragma once

#include <string>
#include <vector>

#include "testbenches/experiment/compare_runs.h"
#include "testbenches/experiment/experiment_config.h"

namespace flitscope::tb {

/// Runs one operating point at each of the levels (names as in levels(); at least two) and compares
/// all events and, apart from `performance`, `level` and `config`, the results. Ends by the rules
/// of `simulate`. `config.level` and `config.waves` do not matter.
///
/// Throws std::invalid_argument for an unknown level or too few of them, std::runtime_error
/// ("<level>: ...") when a run fails. Call it before SystemC is touched in this process.
CrosscheckReport crosscheck(const ExperimentConfig& config, const std::vector<std::string>& levels);

}  // namespace flitscope::tb
