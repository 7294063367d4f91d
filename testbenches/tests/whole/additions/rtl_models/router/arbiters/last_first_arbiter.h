#pragma once

#include <memory>

#include "rtl_models/router/arbiters/arbiter_bank.h"

namespace flitscope::rtl {

/// Grants the highest requesting index, whoever was granted before.
class LastFirstArbiter {
public:
    bool precedes(std::uint32_t a, std::uint32_t b) const { return a > b; }
    void update(std::uint32_t /*winner*/, std::uint32_t /*n*/) {}
};

std::unique_ptr<ArbiterBank> make_last_first_arbiter(int count, int n);

}  // namespace flitscope::rtl
