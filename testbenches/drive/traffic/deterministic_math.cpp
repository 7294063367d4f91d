#include "testbenches/drive/traffic/deterministic_math.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace flitscope::tb {

namespace {

constexpr int kTableBits = 5;
constexpr int kTableSize = 1 << kTableBits;

// Split so that e * kLn2High is exact for every exponent e (ln 2, upper 32 bits and the rest).
constexpr double kLn2High = 0x1.62e42feep-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

/// 2 artanh(z) by its series; `terms` odd powers.
constexpr double artanh_twice(double z, int terms) {
    const double square = z * z;
    double sum = 0;
    for (int power = 2 * terms - 1; power >= 1; power -= 2) {
        sum = sum * square + 1.0 / power;
    }
    return 2 * z * sum;
}

constexpr double middle(int entry) { return 1.0 + (entry + 0.5) / kTableSize; }

constexpr std::array<double, kTableSize> make_log_table() {
    std::array<double, kTableSize> table{};
    for (int i = 0; i < kTableSize; ++i) {
        // |z| <= 1/3: 20 terms are exact to the last bit.
        table[static_cast<std::size_t>(i)] = artanh_twice((middle(i) - 1) / (middle(i) + 1), 20);
    }
    return table;
}

constexpr std::array<double, kTableSize> kLogTable = make_log_table();

}  // namespace

double natural_log(double x) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof bits);
    const int exponent = static_cast<int>(bits >> 52U) - 1023;
    const auto entry = static_cast<int>((bits >> (52U - kTableBits)) & (kTableSize - 1U));
    bits = (bits & 0xFFFFFFFFFFFFFU) | 0x3FF0000000000000U;
    double m = 0;
    std::memcpy(&m, &bits, sizeof m);

    const double c = middle(entry);
    const double z = (m - c) / (m + c);  // |z| < 1/128
    const double square = z * z;
    const double tail =
        z * square * (2.0 / 3 + square * (2.0 / 5 + square * (2.0 / 7 + square * (2.0 / 9))));
    return exponent * kLn2High +
           (kLogTable[static_cast<std::size_t>(entry)] + (2 * z + (tail + exponent * kLn2Low)));
}

double log_one_minus(double p) {
    if (p < 0.25) {
        return artanh_twice(-p / (2 - p), 12);  // |z| <= 1/7
    }
    return natural_log(1 - p);
}

}  // namespace flitscope::tb
