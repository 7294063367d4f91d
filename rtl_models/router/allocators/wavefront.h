#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flitscope::rtl {

/// The wavefront over a square request matrix (docs/router.md, section 7). Keeps nothing between
/// matches; the diagonal number is the allocator's. Only set entries cost time: they are kept in
/// one list per diagonal, and empty diagonals are skipped by bit search.
class Wavefront {
public:
    struct Entry {
        std::int32_t row = 0;
        std::int32_t column = 0;
    };

    /// side: N >= 1.
    explicit Wavefront(int side);

    /// Sets an entry for the coming `match`; the same one may be set several times.
    void set(std::int32_t row, std::int32_t column) {
        int diagonal = row + column;
        if (diagonal >= side_) {
            diagonal -= side_;
        }
        const auto index = static_cast<std::size_t>(diagonal);
        const std::uint64_t bit = std::uint64_t{1} << (index % 64);
        std::uint64_t& word = nonempty_[index / 64];
        links_.push_back({{row, column}, (word & bit) != 0 ? head_[index] : -1});
        head_[index] = static_cast<std::int32_t>(links_.size()) - 1;
        word |= bit;
    }
    /// Processes the entries from `diagonal` on, replaces `granted` by the granted ones, and clears
    /// all entries.
    void match(int diagonal, std::vector<Entry>& granted);
    /// The diagonal after this one.
    int next(int diagonal) const { return diagonal + 1 == side_ ? 0 : diagonal + 1; }

private:
    struct Link {
        Entry entry;
        std::int32_t next;  ///< further entry of the diagonal, or -1
    };

    void grant_range(int first, int last, std::vector<Entry>& granted);
    void grant_diagonal(int diagonal, std::vector<Entry>& granted);

    int side_;
    std::vector<Link> links_;         ///< entries set since the last match
    std::vector<std::int32_t> head_;  ///< [diagonal] index into links_, valid if the bit is set
    std::vector<std::uint64_t> nonempty_;  ///< bit per diagonal
    std::vector<std::uint8_t> row_taken_;
    std::vector<std::uint8_t> column_taken_;
};

}  // namespace flitscope::rtl
