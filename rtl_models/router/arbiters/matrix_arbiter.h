#pragma once

#include <cstdint>
#include <vector>

namespace flitscope::rtl {

/// Matrix arbiter over n requesters 0..n-1 (docs/router.md, section 7): a strict order, at start
/// 0 before 1 before ... n-1; a winner whose grant is used becomes the last.
///
/// The order is kept as the number of the last used grant of every requester (0: never) instead of
/// n*(n-1)/2 bits: who won longer ago is earlier, who never won is earliest, by index. That takes
/// one write per update, and no memory before the first one.
class MatrixArbiter {
public:
    /// Whether `a` is granted before `b` (a != b) when both request.
    bool precedes(std::uint32_t a, std::uint32_t b) const {
        if (last_grant_.empty() || last_grant_[a] == last_grant_[b]) {
            return a < b;
        }
        return last_grant_[a] < last_grant_[b];
    }

    /// Winner among the set bits of `requests` (bit r: requester r; n <= 64), or -1 if none.
    int grant(std::uint64_t requests) const { return grant(&requests, 1); }

    /// Winner among the set bits of `words` (bit r%64 of word r/64: requester r), or -1 if none.
    int grant(const std::uint64_t* words, int word_count) const {
        int winner = -1;
        for (int word = 0; word < word_count; ++word) {
            for (std::uint64_t left = words[word]; left != 0; left &= left - 1) {
                const int candidate = word * 64 + __builtin_ctzll(left);
                if (winner < 0 || precedes(static_cast<std::uint32_t>(candidate),
                                           static_cast<std::uint32_t>(winner))) {
                    winner = candidate;
                }
            }
        }
        return winner;
    }

    /// After a used grant of `winner` (< n). The first call of an arbiter allocates n numbers.
    void update(std::uint32_t winner, std::uint32_t n) {
        if (last_grant_.empty()) {
            last_grant_.resize(n, 0);
        }
        last_grant_[winner] = ++grants_;
    }

private:
    std::uint64_t grants_ = 0;
    std::vector<std::uint64_t> last_grant_;
};

}  // namespace flitscope::rtl
