#include <memory>

#include "rtl_models/router/arbiters/arbiter_bank.h"

namespace flitscope::rtl {

namespace {

/// Grants the highest requesting index, whoever was granted before.
class LastFirstArbiter {
public:
    bool precedes(std::uint32_t a, std::uint32_t b) const { return a > b; }
    void update(std::uint32_t /*winner*/, std::uint32_t /*n*/) {}
};

}  // namespace

std::unique_ptr<ArbiterBank> make_last_first_arbiter(int count, int n) {
    return std::make_unique<ArbitersOf<LastFirstArbiter>>(count, n);
}

}  // namespace flitscope::rtl
