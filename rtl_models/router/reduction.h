#pragma once

#include <cstdint>

namespace flitscope::rtl {

/// The operation that combines two operands, element by element; sums modulo 2^64.
enum class Reduction : std::uint8_t { sum, min, max, bit_and, bit_or, bit_xor };
/// Throws std::logic_error for an unknown value.
std::uint64_t combined(Reduction operation, std::uint64_t a, std::uint64_t b);
/// Whether combining an operand twice does not change the result.
constexpr bool is_idempotent(Reduction operation) {
    return operation != Reduction::sum && operation != Reduction::bit_xor;
}

}  // namespace flitscope::rtl
