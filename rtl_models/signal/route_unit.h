#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/signal/output_unit.h"
#include "rtl_models/signal/router_context.h"
#include "rtl_models/signal/vc_buffer.h"

namespace flitscope::rtl {

class VcAllocator;

/// Route computation of one router: gives every head at the front of its VC an output port and the
/// VCs it may request.
///
/// Timing  route phase; all waiting heads in one cycle (docs/router.md, section 4).
/// Errors  error report /flitscope/signal/route for an output that does not exist.
class RouteUnit : public sc_core::sc_module, public AllocationUnit {
public:
    /// `ties_random`: shortest queue breaks ties by the salt, else by the lowest port.
    RouteUnit(const sc_core::sc_module_name& name, const RouterContext& context,
              const topo::RoutingFunction& routing, bool ties_random);
    /// `inputs`, `outputs`: by port, nullptr where a port is not connected.
    void connect(std::vector<VcBuffer*> inputs, std::vector<OutputUnit*> outputs,
                 VcAllocator& vc_allocator);

    /// State or crossbar phase: there is a head to route at the front of this VC.
    void head_at_front(int port, int vc) {
        heads_.push_back({port, vc});
        enlist();
    }

private:
    struct InputVcId {
        int port;
        int vc;
    };

    void at_turn() override;

    const RouterContext& context_;
    const topo::RoutingFunction& routing_;
    bool ties_random_;
    std::vector<VcBuffer*> inputs_;
    std::vector<OutputUnit*> outputs_;
    VcAllocator* vc_allocator_ = nullptr;
    std::vector<InputVcId> heads_;
    std::vector<topo::RouteCandidate> candidates_;
};

}  // namespace flitscope::rtl
