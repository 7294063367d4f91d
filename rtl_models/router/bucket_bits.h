#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flitscope::rtl {

/// The non-empty buckets of a timing wheel: bucket = edge modulo their number.
class BucketBits {
public:
    /// `buckets`: a power of two, 64 or more; none is set.
    explicit BucketBits(std::size_t buckets = 64) : words_(buckets / 64, 0), mask_(buckets - 1) {}

    std::size_t bucket(std::int64_t edge) const { return static_cast<std::size_t>(edge) & mask_; }
    void set(std::size_t bucket) { words_[bucket / 64] |= bit(bucket); }
    void clear(std::size_t bucket) { words_[bucket / 64] &= ~bit(bucket); }
    /// The first edge from this one on whose bucket is set, within one turn. One must be set.
    std::int64_t next(std::int64_t edge) const {
        const std::size_t start = bucket(edge);
        std::size_t word = start / 64;
        std::uint64_t bits = words_[word] & (~std::uint64_t{0} << (start % 64));
        while (bits == 0) {
            word = word + 1 == words_.size() ? 0 : word + 1;
            bits = words_[word];
        }
        const std::size_t found = word * 64 + static_cast<std::size_t>(__builtin_ctzll(bits));
        return edge + static_cast<std::int64_t>((found - start) & mask_);
    }

private:
    static std::uint64_t bit(std::size_t bucket) { return std::uint64_t{1} << (bucket % 64); }

    std::vector<std::uint64_t> words_;
    std::size_t mask_;
};

}  // namespace flitscope::rtl
