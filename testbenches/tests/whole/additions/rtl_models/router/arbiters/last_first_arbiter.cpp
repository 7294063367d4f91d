#include "rtl_models/router/arbiters/last_first_arbiter.h"

namespace flitscope::rtl {

std::unique_ptr<ArbiterBank> make_last_first_arbiter(int count, int n) {
    return std::make_unique<ArbitersOf<LastFirstArbiter>>(count, n);
}

}  // namespace flitscope::rtl
