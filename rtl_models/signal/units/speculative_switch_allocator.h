#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/signal/units/switch_allocator.h"

namespace flitscope::rtl {

/// The switch allocator of routers with speculation (docs/router.md, section 6, "Speculation"): a
/// second allocator, for heads that request a VC in the same cycle, and the mask between the two.
///
/// Timing   As SwitchAllocator. Of a VC in `active_i` that is granted in this cycle only the head
/// may
///          cross, by a grant of the second allocator. That one advances for used grants alone.
class SpeculativeSwitchAllocator : public SwitchAllocator {
public:
    SC_HAS_PROCESS(SpeculativeSwitchAllocator);

    SpeculativeSwitchAllocator(const sc_core::sc_module_name& name, const Parameters& parameters);

private:
    /// The ports at which grants are masked: a bit for each.
    struct Mask {
        InputMask inputs = 0;
        std::vector<bool> outputs;
    };

    VcMask asking(std::size_t p) const override {
        return active_i[p].read().valid & ~vc_grant_i[p].read().valid;
    }
    void finish() override;
    bool advance() override;
    void clear() override {
        SwitchAllocator::clear();
        allocation_ = make_allocation();
    }
    void add_heads(std::size_t p);
    void set_mask();
    bool is_usable(const SwitchGrant& grant) const;

    std::unique_ptr<SwitchAllocation> allocation_;  ///< the second one's arbiters: registers
    std::vector<SwitchRequest> heads_;              ///< requests to the second allocator
    std::vector<std::int32_t>
        wanted_;                     ///< by input VC: output port * V + VC that its head requests
    std::vector<SwitchGrant> used_;  ///< grants of the second allocator
    std::vector<SwitchGrant> crossing_;  ///< grants of both
    std::vector<VcMask> wasted_;         ///< by input port
    Mask mask_;
};

}  // namespace flitscope::rtl
