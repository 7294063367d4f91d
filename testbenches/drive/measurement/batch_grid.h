#pragma once

#include <array>
#include <cstddef>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

/// Cuts time into batches of equal length from `start` on. When 40 are complete, neighbours are
/// merged in pairs and the length doubles: 20 to 39 complete batches for any run length. Each batch
/// has eight parts, for statistics within a batch.
class BatchGrid {
public:
    static constexpr int kMax = 40;
    static constexpr int kParts = 8;
    template <typename T>
    using Batches = std::array<T, kMax>;
    template <typename T>
    using Parts = std::array<T, std::size_t{kMax} * kParts>;

    BatchGrid() = default;
    BatchGrid(rtl::Cycle start, int log2_length) : start_(start), log2_length_(log2_length) {}

    /// Batches of the present length from another start on.
    BatchGrid again(rtl::Cycle start) const { return {start, log2_length_}; }

    rtl::Cycle start() const { return start_; }
    rtl::Cycle length() const { return rtl::Cycle{1} << log2_length_; }
    int completed() const { return completed_; }
    rtl::Cycle boundary() const {  ///< end of the batch in progress
        return start_ + (static_cast<rtl::Cycle>(completed_ + 1) << log2_length_);
    }
    /// Part of an edge in start()..boundary()-1, counted from start(). In batches shorter than
    /// eight cycles some stay empty.
    std::size_t part_of(rtl::Cycle edge) const {
        return static_cast<std::size_t>(((edge - start_) * kParts) >> log2_length_);
    }
    /// The batch in progress is complete. True: merge your batches now (merge_pairs).
    bool complete() {
        if (++completed_ < kMax) {
            return false;
        }
        completed_ = kMax / 2;
        ++log2_length_;
        return true;
    }

    /// Merges batches or parts; call it when complete() returns true.
    template <typename T, std::size_t kSize>
    static void merge_pairs(std::array<T, kSize>& batches) {
        for (std::size_t i = 0; i < kSize / 2; ++i) {
            T merged = batches[2 * i];
            merged += batches[2 * i + 1];
            batches[i] = merged;
        }
        for (std::size_t i = kSize / 2; i < kSize; ++i) {
            batches[i] = T{};
        }
    }

private:
    rtl::Cycle start_ = 0;
    int log2_length_ = 0;
    int completed_ = 0;
};

}  // namespace flitscope::tb
