#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>

#include "rtl_models/router/flit.h"

namespace flitscope::cosim {

/// The operands of the messages that pass a verilated unit: flits have no pins for elements, which
/// bypass the network (docs/reductions.md).
class OperandCopies {
public:
    void keep(const rtl::Flit& flit) {
        if (!flit.operand || !copies_.try_emplace(flit.message, flit.operand).second) {
            return;
        }
        order_.push_back(flit.message);
        if (order_.size() > kMost) {
            copies_.erase(order_.front());
            order_.pop_front();
        }
    }
    void give_back(rtl::Flit& flit) const {
        const auto copy = copies_.find(flit.message);
        flit.operand = copy == copies_.end() ? rtl::SharedValue<rtl::FlitOperand>() : copy->second;
    }

private:
    /// Own choice: more than a unit and its ports hold at a time.
    static constexpr std::size_t kMost = 8192;
    std::unordered_map<std::uint32_t, rtl::SharedValue<rtl::FlitOperand>> copies_;  ///< by message
    std::deque<std::uint32_t> order_;  ///< of copies_, the oldest first
};

}  // namespace flitscope::cosim
