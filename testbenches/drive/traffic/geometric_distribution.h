#pragma once

#include <cstdint>

namespace flitscope::tb {

/// Number of trials up to and including the first success: 1, 2, ..., mean 1/p.
///
/// By inversion, 1 + floor(ln u / ln(1 - p)), with our own logarithm: one random number per sample,
/// the same on every machine. u has 53 bits, so samples end at about 36.7/p.
class GeometricDistribution {
public:
    static constexpr std::int64_t kMax = std::int64_t{1} << 62;

    explicit GeometricDistribution(double success_probability);  ///< 0..1; 0: samples are kMax
    std::int64_t sample(std::uint64_t random_bits) const;        ///< 1..kMax, rises as bits fall
    std::int64_t largest() const { return sample(0); }

private:
    double inverse_log_ = 0;  ///< 1 / ln(1 - p) < 0
    bool certain_;            ///< p = 1
    bool impossible_;         ///< p = 0
};

}  // namespace flitscope::tb
