#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flitscope::tb {

/// The frequency of each latency. Exact below 65536 cycles; above, 1024 bins per factor of two
/// (resolution 0.1 %). Memory grows with the longest latency: 8 bytes a cycle up to 512 KiB, 8 KiB
/// for every further factor of two.
class LatencyHistogram {
public:
    void add(std::int64_t cycles) {
        const std::size_t i = bin_of(cycles);
        if (i >= counts_.size()) {
            counts_.resize(i + i / 2 + 64);
        }
        ++counts_[i];
    }
    void merge(const LatencyHistogram& other);
    /// Smallest latency that at least `percent` % (1..100) of `count` samples do not exceed,
    /// `count` being the number of samples added, > 0. In a wide bin its largest latency.
    std::int64_t percentile(int percent, std::int64_t count) const;

    struct Bin {
        std::int64_t upto = 0;  ///< largest latency of the bin; the bin before ends below
        std::uint64_t count = 0;
    };
    /// For pictures: bins of one cycle below 32, above 16 per factor of two, so that a bin is as
    /// wide as 3 to 6 % of its latency (own choice: the width of a bar on a screen). Empty ones are
    /// left out.
    std::vector<Bin> bins() const;

private:
    static constexpr int kExactBits = 16;
    static constexpr int kBinBits = 10;

    static std::size_t bin_of(std::int64_t cycles) {
        if (cycles < (std::int64_t{1} << kExactBits)) {
            return static_cast<std::size_t>(cycles);
        }
        const int exponent = 63 - __builtin_clzll(static_cast<unsigned long long>(cycles));
        const auto mantissa = static_cast<std::size_t>(cycles >> (exponent - kBinBits));
        return (std::size_t{1} << kExactBits) +
               (static_cast<std::size_t>(exponent - kExactBits) << kBinBits) +
               (mantissa - (std::size_t{1} << kBinBits));
    }
    static std::int64_t largest_in(std::size_t bin);

    std::vector<std::uint64_t> counts_;
};

}  // namespace flitscope::tb
