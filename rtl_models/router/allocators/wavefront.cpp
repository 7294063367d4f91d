#include "rtl_models/router/allocators/wavefront.h"

namespace flitscope::rtl {

Wavefront::Wavefront(int side)
    : side_(side),
      head_(static_cast<std::size_t>(side)),
      nonempty_(static_cast<std::size_t>(side + 63) / 64),
      row_taken_(static_cast<std::size_t>(side)),
      column_taken_(static_cast<std::size_t>(side)) {}

void Wavefront::match(int diagonal, std::vector<Entry>& granted) {
    granted.clear();
    grant_range(diagonal, side_, granted);
    grant_range(0, diagonal, granted);
    for (const Link& link : links_) {
        row_taken_[static_cast<std::size_t>(link.entry.row)] = 0;
        column_taken_[static_cast<std::size_t>(link.entry.column)] = 0;
    }
    links_.clear();
}

/// Diagonals first..last-1 in ascending order; empties their lists.
void Wavefront::grant_range(int first, int last, std::vector<Entry>& granted) {
    for (int base = first / 64 * 64; base < last; base += 64) {
        std::uint64_t& word = nonempty_[static_cast<std::size_t>(base) / 64];
        std::uint64_t inside = word;
        if (base < first) {
            inside &= ~std::uint64_t{0} << (first - base);
        }
        if (last - base < 64) {
            inside &= (std::uint64_t{1} << (last - base)) - 1;
        }
        word &= ~inside;
        for (; inside != 0; inside &= inside - 1) {
            grant_diagonal(base + __builtin_ctzll(inside), granted);
        }
    }
}

void Wavefront::grant_diagonal(int diagonal, std::vector<Entry>& granted) {
    std::int32_t at = head_[static_cast<std::size_t>(diagonal)];
    while (at >= 0) {
        const Link& link = links_[static_cast<std::size_t>(at)];
        const auto row = static_cast<std::size_t>(link.entry.row);
        const auto column = static_cast<std::size_t>(link.entry.column);
        if (row_taken_[row] == 0 && column_taken_[column] == 0) {
            row_taken_[row] = 1;
            column_taken_[column] = 1;
            granted.push_back(link.entry);
        }
        at = link.next;
    }
}

}  // namespace flitscope::rtl
