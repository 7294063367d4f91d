#pragma once

#include <cstdint>

namespace flitscope::rtl {

/// How two operands are combined, element by element; sums modulo 2^64.
enum class Reduction : std::uint8_t { sum, min, max, bit_and, bit_or, bit_xor };
/// Throws std::logic_error for a value that is none.
std::uint64_t combined(Reduction operation, std::uint64_t a, std::uint64_t b);
/// An operand that is combined twice does no harm.
constexpr bool is_idempotent(Reduction operation) {
    return operation != Reduction::sum && operation != Reduction::bit_xor;
}

}  // namespace flitscope::rtl
