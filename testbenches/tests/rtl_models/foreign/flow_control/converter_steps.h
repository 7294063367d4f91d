#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "rtl_models/foreign/flow_control/flow_control.h"

namespace flitscope::cosim {

/// A flit that tests can tell from others.
inline rtl::Flit numbered_flit(std::uint32_t index, int vc = 0) {
    rtl::Flit flit;
    flit.kind = rtl::FlitKind::body;
    flit.index = index;
    flit.vc = static_cast<std::uint8_t>(vc);
    return flit;
}

inline std::optional<std::uint32_t> index_of(const rtl::Flit* flit) {
    return flit == nullptr ? std::nullopt : std::optional<std::uint32_t>(flit->index);
}

/// What a converter at an input did in a cycle.
struct InputStep {
    std::optional<std::uint32_t> offered;
    bool taken = false;
    std::uint64_t credits = 0;
};
inline bool operator==(const InputStep& a, const InputStep& b) {
    return a.offered == b.offered && a.taken == b.taken && a.credits == b.credits;
}

/// One cycle at an input, in the order that flow_control.h gives. `back`: the device's pins, given
/// what is offered; `after`: the same after the edge.
inline InputStep step(InputFlowControl& converter, const std::optional<rtl::Flit>& arriving,
                      const std::function<std::uint64_t(const rtl::Flit*)>& back,
                      std::uint64_t after) {
    InputStep seen;
    if (arriving) {
        converter.arrive(*arriving);
    }
    const rtl::Flit* const offered = converter.offer();
    seen.offered = index_of(offered);
    seen.taken = converter.settle(back(offered));
    converter.clocked(after);
    seen.credits = converter.credits();
    return seen;
}

/// What a converter at an output did in a cycle.
struct OutputStep {
    std::uint64_t forward = 0;  ///< to the device before the edge
    bool taken = false;
    std::optional<std::uint32_t> driven;
};
inline bool operator==(const OutputStep& a, const OutputStep& b) {
    return a.forward == b.forward && a.taken == b.taken && a.driven == b.driven;
}

/// One cycle at an output of a device whose valid is registered. `shown`: by the device after the
/// edge.
inline OutputStep step(OutputFlowControl& converter, std::uint64_t credits,
                       const std::optional<rtl::Flit>& shown) {
    OutputStep seen;
    converter.credit(credits);
    seen.forward = converter.forward();
    if (shown) {
        seen.taken = converter.take(shown->vc);
        if (seen.taken) {
            converter.push(*shown);
        }
    }
    seen.driven = index_of(converter.drive());
    return seen;
}

}  // namespace flitscope::cosim
