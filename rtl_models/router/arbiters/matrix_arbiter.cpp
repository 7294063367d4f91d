#include "rtl_models/router/arbiters/matrix_arbiter.h"

#include "rtl_models/router/arbiters/arbiter_bank.h"

namespace flitscope::rtl {

std::unique_ptr<ArbiterBank> make_matrix_arbiter(int count, int n) {
    return std::make_unique<ArbitersOf<MatrixArbiter>>(count, n);
}

}  // namespace flitscope::rtl
