#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "testbenches/drive/traffic/length_distribution.h"

namespace flitscope::tb {

/// Redrawn service lengths (docs/router.md, section 10): in flits, by the 2^16 hashes of a choice;
/// each hash uses the middle of its share of the 64-bit numbers from which lengths are drawn.
std::shared_ptr<const std::vector<std::uint32_t>> service_flits(const LengthDistribution& lengths);

}  // namespace flitscope::tb
