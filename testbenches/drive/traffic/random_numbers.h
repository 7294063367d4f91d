#pragma once

#include <cstdint>

#include "common/mix64.h"
#include "topologies/topology.h"

namespace flitscope::tb {

/// The purpose of a random number; each purpose has a separate sequence.
enum class RandomPurpose : std::uint64_t {
    arrival = 1,
    phase = 2,
    destination = 3,
    length = 4,
    on_period = 5,
    off_period = 6,
    fault = 7,
    operation = 8,
    destination_set = 9,
    message_class = 10
};

/// Random numbers as a function of (seed, purpose, node, index): nothing is stored per node and the
/// order of evaluation never matters.
///
/// Source: own choice, three rounds of the finaliser of splitmix64. The index is hashed before it
/// is combined with the node's key, so that two nodes never have the same sequence, shifted.
class RandomNumbers {
public:
    RandomNumbers(std::uint64_t seed, RandomPurpose purpose)
        : key_(mix64(mix64(seed + kGamma) + kGamma * static_cast<std::uint64_t>(purpose))) {}

    /// 64 uniform bits.
    std::uint64_t at(topo::NodeId node, std::uint64_t index) const {
        const std::uint64_t node_key = mix64(key_ + kGamma * static_cast<std::uint64_t>(node));
        return mix64(node_key ^ mix64(key_ ^ (kGamma * (index + 1))));
    }

private:
    static constexpr std::uint64_t kGamma = 0x9E3779B97F4A7C15U;
    std::uint64_t key_;
};

/// floor(n * bits / 2^64): uniform in 0..n-1 for 1 <= n; every value has its probability within
/// 2^-64.
inline std::uint64_t scaled(std::uint64_t bits, std::uint64_t n) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(bits) * n) >> 64U);
}

/// The same bits as a real number in (0, 1], a multiple of 2^-53.
inline double unit_interval(std::uint64_t bits) {
    return static_cast<double>((bits >> 11U) + 1) * 0x1p-53;
}

/// `fraction` (0..1) as a threshold: bits < threshold happens with that probability; the exact 1 is
/// 2^64 - 1.
inline std::uint64_t probability_threshold(double fraction) {
    return !(fraction > 0) ? 0
           : fraction >= 1 ? UINT64_MAX
                           : static_cast<std::uint64_t>(fraction * 0x1p64);
}

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
