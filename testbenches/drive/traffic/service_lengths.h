#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "testbenches/drive/traffic/length_distribution.h"

namespace flitscope::tb {

/// Service lengths drawn anew (docs/router.md, section 10): in flits, by the 2^16 hashes of a
/// choice; each at the middle of its share of the 64-bit numbers that lengths are drawn from.
std::shared_ptr<const std::vector<std::uint32_t>> service_flits(const LengthDistribution& lengths);

}  // namespace flitscope::tb
