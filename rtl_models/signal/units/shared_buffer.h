#pragma once

#include "rtl_models/router/vc_credits.h"
#include "rtl_models/signal/units/vc_buffer.h"

namespace flitscope::rtl {

/// The VC FIFOs of a network input whose VCs share their slots (docs/router.md, section 3, "Shared
/// buffers"); twin of vc_buffer.v with shared_slots.v. Slots have no numbers here: FIFOs grow, and
/// the unit counts.
///
/// Timing   As VcBuffer.
/// Errors   As VcBuffer; .../buffer_overflow: no slot is left for the VC.
class SharedBuffer : public VcBuffer {
public:
    SharedBuffer(const sc_core::sc_module_name& name, const Parameters& parameters)
        : VcBuffer(name, with_growing_fifos(parameters)), slots_(parameters.slots()) {}

private:
    static Parameters with_growing_fifos(Parameters parameters) {
        parameters.buffer_flits = kUnbounded;
        return parameters;
    }
    bool has_room(int v) const override {
        return slots_.has(v, [this](int w) { return held(w); });
    }

    const VcCredits slots_;
};

}  // namespace flitscope::rtl
