#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/arbiters/matrix_arbiter.h"
#include "rtl_models/router/arbiters/round_robin_arbiter.h"
#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// The arbiters of one allocator stage: `count` arbiters of one kind over n requesters each. Keeps
/// only the state of its kind: 4 bytes per round-robin arbiter; a matrix arbiter takes memory for
/// its order at its first used grant.
class ArbiterBank {
public:
    ArbiterBank(ArbiterKind kind, int count, int n)
        : n_(static_cast<std::uint32_t>(n)),
          round_robin_(kind == ArbiterKind::round_robin ? static_cast<std::size_t>(count) : 0),
          matrix_(kind == ArbiterKind::matrix ? static_cast<std::size_t>(count) : 0) {}

    /// Whether arbiter `which` grants requester `a` before requester `b` (a != b).
    bool precedes(std::size_t which, std::uint32_t a, std::uint32_t b) const {
        return matrix_.empty() ? round_robin_[which].precedes(a, b) : matrix_[which].precedes(a, b);
    }
    /// After a used grant of `winner` by arbiter `which`.
    void update(std::size_t which, std::uint32_t winner) {
        if (matrix_.empty()) {
            round_robin_[which].update(winner, n_);
        } else {
            matrix_[which].update(winner, n_);
        }
    }

private:
    std::uint32_t n_;
    std::vector<RoundRobinArbiter> round_robin_;  ///< empty with the other kind
    std::vector<MatrixArbiter> matrix_;           ///< empty with the other kind
};

}  // namespace flitscope::rtl
