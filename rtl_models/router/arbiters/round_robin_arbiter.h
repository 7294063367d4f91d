#pragma once

#include <cstdint>

namespace flitscope::rtl {

/// Round-robin arbiter over n requesters 0..n-1 (docs/router.md, section 7): grants the lowest
/// requesting index at or above the pointer, else the lowest requesting index. Four bytes of state;
/// n is the caller's.
class RoundRobinArbiter {
public:
    /// Whether `a` is granted before `b` when both request. Counted from the pointer the priority
    /// falls; indices below it wrap around to large unsigned numbers.
    bool precedes(std::uint32_t a, std::uint32_t b) const { return a - pointer_ < b - pointer_; }

    /// Winner among the set bits of `requests` (bit r: requester r; n <= 64), or -1 if none.
    int grant(std::uint64_t requests) const {
        if (requests == 0) {
            return -1;
        }
        const std::uint64_t above = requests & (~std::uint64_t{0} << pointer_);
        return __builtin_ctzll(above != 0 ? above : requests);
    }

    /// After a used grant of `winner` (< n).
    void update(std::uint32_t winner, std::uint32_t n) {
        pointer_ = winner + 1 == n ? 0 : winner + 1;
    }

    std::uint32_t pointer() const { return pointer_; }

private:
    std::uint32_t pointer_ = 0;
};

}  // namespace flitscope::rtl
