#pragma once

#include <cstdint>

#include "rtl_models/router/arbiters/matrix_arbiter.h"
#include "rtl_models/router/arbiters/round_robin_arbiter.h"
#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// One arbiter over n requesters, of either kind (docs/router.md, section 7). A grant changes
/// nothing: call `update` when it is used. Many arbiters of one size and kind: ArbiterBank.
class Arbiter {
public:
    /// n >= 1.
    Arbiter(ArbiterKind kind, int n) : kind_(kind), n_(static_cast<std::uint32_t>(n)) {}

    /// Winner among the set bits of `requests` (bit r: requester r; n <= 64), or -1 if none.
    int grant(std::uint64_t requests) const {
        return kind_ == ArbiterKind::round_robin ? round_robin_.grant(requests)
                                                 : matrix_.grant(requests);
    }
    /// For any n: `words` holds (n + 63) / 64 words, bit r%64 of word r/64 is requester r.
    int grant(const std::uint64_t* words) const {
        const int count = static_cast<int>((n_ + 63) / 64);
        return kind_ == ArbiterKind::round_robin ? round_robin_.grant(words, count)
                                                 : matrix_.grant(words, count);
    }
    /// After a used grant of `winner`, 0..n-1.
    void update(int winner) {
        if (kind_ == ArbiterKind::round_robin) {
            round_robin_.update(static_cast<std::uint32_t>(winner), n_);
        } else {
            matrix_.update(static_cast<std::uint32_t>(winner), n_);
        }
    }
    int requesters() const { return static_cast<int>(n_); }

private:
    ArbiterKind kind_;
    std::uint32_t n_;
    RoundRobinArbiter round_robin_;
    MatrixArbiter matrix_;
};

}  // namespace flitscope::rtl
