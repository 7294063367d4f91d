#pragma once

#include <cstdint>

namespace flitscope {

/// Finaliser of splitmix64: spreads the bits of a counter, so that random numbers can be a function
/// of their purpose (docs/router.md, section 12).
constexpr std::uint64_t mix64(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
}

/// Number `n` (0, 1, ...) of the numbers that splitmix64 draws from this seed.
constexpr std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t n) {
    return mix64(seed + 0x9E3779B97F4A7C15U * (n + 1));
}

}  // namespace flitscope
