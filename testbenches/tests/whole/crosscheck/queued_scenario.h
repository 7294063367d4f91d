#pragma once

#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"

namespace flitscope::tb {

/// A random scenario with queued outputs: network, links, pattern and load of the crosscheck
/// scenario of this seed, lengths of any distribution, service kept or redrawn.
CrosscheckScenario queued_scenario(std::uint64_t seed);

}  // namespace flitscope::tb
