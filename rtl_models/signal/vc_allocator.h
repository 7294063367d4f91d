#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/router/allocators/decision_makers.h"
#include "rtl_models/signal/output_unit.h"
#include "rtl_models/signal/router_context.h"
#include "rtl_models/signal/vc_buffer.h"

namespace flitscope::rtl {

/// VC allocator of one router: grants routed heads an output VC (docs/router.md, section 5).
///
/// Timing  VC allocation phase. Sleeps when no head waits, or when every waiting head found no free
/// VC, until an output
///         VC is released or, where that can free one, a credit comes back.
class VcAllocator : public sc_core::sc_module, public AllocationUnit {
public:
    VcAllocator(const sc_core::sc_module_name& name, const RouterContext& context);
    void connect(std::vector<VcBuffer*> inputs, std::vector<OutputUnit*> outputs,
                 SwitchAllocator& switch_allocator);

    /// Route phase: this VC's head has a route now.
    void head_routed(int port, int vc) {
        waiting_.push_back({port, vc, true});
        enlist();
    }
    /// Crossbar phase: an output VC is free from the next cycle on.
    void output_vc_released() { wake(); }
    /// State phase.
    void credit_returned() {
        if (credits_free_vcs_) {
            wake();
        }
    }

    std::uint64_t heads(int output) const {
        return counts_[static_cast<std::size_t>(output)].heads;
    }
    std::uint64_t heads_blocked(int output) const {
        return counts_[static_cast<std::size_t>(output)].blocked;
    }

private:
    struct Head {
        std::int32_t port;
        std::int32_t vc;
        bool first;  ///< not tried yet
    };
    struct Counts {
        std::uint64_t heads = 0;
        std::uint64_t blocked = 0;
    };

    void at_turn() override;
    void wake() {
        if (!waiting_.empty()) {
            enlist();
        }
    }
    int requested_vc(const InputVc& in) const;
    void grant(const VcRequest& grant);

    const RouterContext& context_;
    int vcs_;  ///< V: index arithmetic of requests
    bool credits_free_vcs_;
    std::unique_ptr<VcAllocation> allocation_;
    std::vector<VcBuffer*> inputs_;
    std::vector<OutputUnit*> outputs_;
    SwitchAllocator* switch_allocator_ = nullptr;
    std::vector<Head> waiting_;
    std::vector<VcRequest> requests_;
    std::vector<VcRequest> grants_;
    std::vector<Counts> counts_;  ///< by network output
};

}  // namespace flitscope::rtl
