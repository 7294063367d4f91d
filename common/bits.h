#pragma once

#include <cstdint>

namespace flitscope {

/// Helpers for numbers that are bit patterns, as the node ids of hypercubes (0 <= x < 2^31).
inline int popcount(std::int32_t x) { return __builtin_popcount(static_cast<unsigned>(x)); }
inline int lowest_bit(std::int32_t x) {  ///< x > 0
    return __builtin_ctz(static_cast<unsigned>(x));
}
inline bool is_power_of_two(std::int32_t x) { return popcount(x) == 1; }
inline int highest_bit(std::int32_t x) {  ///< x > 0
    return 31 - __builtin_clz(static_cast<unsigned>(x));
}

}  // namespace flitscope
