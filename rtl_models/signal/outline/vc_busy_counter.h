#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::rtl {

/// Cycles in which exactly 0..V VCs of an output were held.
class VcBusyCounter {
public:
    explicit VcBusyCounter(int vcs) : cycles_(static_cast<std::size_t>(vcs) + 1) {}

    /// From cycle `edge` on, `by` more VCs are held. Edges do not decrease.
    void change(Cycle edge, int by) {
        add_until(edge, cycles_);
        since_ = edge;
        held_ += by;
    }
    /// [VCs held] cycles before `edge`.
    std::vector<std::uint64_t> cycles(Cycle edge) const {
        std::vector<std::uint64_t> all = cycles_;
        add_until(edge, all);
        return all;
    }

private:
    void add_until(Cycle edge, std::vector<std::uint64_t>& cycles) const {
        cycles[static_cast<std::size_t>(held_)] += static_cast<std::uint64_t>(edge - since_);
    }

    std::vector<std::uint64_t> cycles_;
    int held_ = 0;
    Cycle since_ = 0;
};

}  // namespace flitscope::rtl
