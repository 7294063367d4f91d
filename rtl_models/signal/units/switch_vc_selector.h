#pragma once

#include "rtl_models/signal/units/vc_allocator.h"

namespace flitscope::rtl {

/// VC selection at the switch (docs/router.md, section 5), in the place of the VC allocator; twin
/// of switch_vc_selector.v. Heads to which a VC is open ask for the switch beside the active VCs.
/// Those that win it are granted the VC that they asked with.
///
/// Timing   No registers. `asking_o` follows the requests in the same cycle, `grant_o` and
/// `taken_o`
///          follow the grants of the switch.
class SwitchVcSelector : public sc_core::sc_module, public VcAllocatorPorts {
public:
    SC_HAS_PROCESS(SwitchVcSelector);
    using Ports = VcAllocatorPorts;

    SwitchVcSelector(const sc_core::sc_module_name& name, const Parameters& parameters);

private:
    void select();
    VcMask ask(std::size_t p);

    Parameters parameters_;
    ActiveVcs asking_;           ///< of an input port
    VcGrants granted_;           ///< ...
    std::vector<VcMask> taken_;  ///< by output port
};

}  // namespace flitscope::rtl
