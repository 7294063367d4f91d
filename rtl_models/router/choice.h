#pragma once

#include <cstdint>

#include "common/mix64.h"

namespace flitscope::rtl {

/// The purpose of a choice. Each purpose has its own number, which keeps the choices of one hop
/// independent.
enum class ChoicePurpose : std::uint16_t { route = 0, tie = 1, service = 2, back_off = 3 };

/// The 16 random bits that message `message` carries through the network.
constexpr std::uint16_t message_salt(std::uint64_t seed, std::uint64_t message) {
    return static_cast<std::uint16_t>(splitmix64(seed, message) >> 48);
}

/// The 16-bit hash h behind a choice. hop: 0 at the source.
constexpr std::uint16_t choice_hash(std::uint16_t salt, std::uint32_t hop, ChoicePurpose purpose) {
    // 32 bits suffice: the low 16 bits of a product depend only on the low 16 of its factors.
    std::uint32_t x =
        (salt ^ (hop * 0x9E37U) ^ (static_cast<std::uint32_t>(purpose) * 0x79B9U)) & 0xFFFFU;
    x ^= x >> 8;
    x = (x * 0x88B5U) & 0xFFFFU;
    x ^= x >> 7;
    x = (x * 0xDB2DU) & 0xFFFFU;
    x ^= x >> 9;
    return static_cast<std::uint16_t>(x);
}

/// Index 0..m-1 of the chosen one of m candidates (1 <= m <= 65536), in ascending port order.
constexpr int choose(int m, std::uint16_t salt, std::uint32_t hop, ChoicePurpose purpose) {
    return static_cast<int>((static_cast<std::uint64_t>(m) * choice_hash(salt, hop, purpose)) >>
                            16);
}

}  // namespace flitscope::rtl
