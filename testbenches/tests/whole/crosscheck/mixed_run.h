#pragma once

#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"

namespace flitscope::tb {

/// The scenario with some routers at level signal, drawn from its seed: from one to all of them.
/// Keeps a reference to the scenario.
CheckedRun mixed_run(const CrosscheckScenario& scenario);

}  // namespace flitscope::tb
