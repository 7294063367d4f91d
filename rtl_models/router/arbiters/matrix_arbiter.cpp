#include <cstdint>
#include <vector>

#include "rtl_models/router/arbiters/arbiter_bank.h"

namespace flitscope::rtl {

namespace {

/// Matrix arbiter over n requesters 0..n-1 (docs/router.md, section 7): a strict order, at start
/// 0 before 1 before ... n-1; a winner whose grant is used becomes the last.
///
/// The order is kept as the number of the last used grant of every requester (0: never) instead of
/// n*(n-1)/2 bits: a requester that won longer ago is earlier; those that never won are earliest,
/// by index. This takes one write per update, and no memory before the first one.
class MatrixArbiter {
public:
    /// Whether `a` is granted before `b` (a != b) when both request.
    bool precedes(std::uint32_t a, std::uint32_t b) const {
        if (last_grant_.empty() || last_grant_[a] == last_grant_[b]) {
            return a < b;
        }
        return last_grant_[a] < last_grant_[b];
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

}  // namespace

std::unique_ptr<ArbiterBank> make_matrix_arbiter(int count, int n) {
    return std::make_unique<ArbitersOf<MatrixArbiter>>(count, n);
}

}  // namespace flitscope::rtl
