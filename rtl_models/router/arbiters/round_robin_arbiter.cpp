#include "rtl_models/router/arbiters/round_robin_arbiter.h"

#include "rtl_models/router/arbiters/arbiter_bank.h"

namespace flitscope::rtl {

std::unique_ptr<ArbiterBank> make_round_robin_arbiter(int count, int n) {
    return std::make_unique<ArbitersOf<RoundRobinArbiter>>(count, n);
}

}  // namespace flitscope::rtl
