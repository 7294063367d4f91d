#pragma once

#include <cstdint>

namespace flitscope::topo {

/// Finaliser of splitmix64: spreads the bits of a counter so that random numbers can be a function
/// of what they are for (docs/router.md, section 12).
constexpr std::uint64_t mix64(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
}

}  // namespace flitscope::topo
