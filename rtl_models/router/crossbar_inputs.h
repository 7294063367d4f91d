#pragma once

#include "rtl_models/router/router_parameters.h"
#include "rtl_models/router/vc_mask.h"

namespace flitscope::rtl {

/// The inputs of the crossbar (docs/router.md, section 6, "Input speedup"): every input port has
/// `speedup` of them, to which its VCs are dealt in turn. Switch allocation knows these only; with
/// a speedup of 1 they are the input ports, and their indices the VCs.
struct CrossbarInputs {
    int speedup = 1;  ///< k
    int vcs = 1;      ///< V, of an input port

    CrossbarInputs() = default;
    explicit CrossbarInputs(const RouterParameters& router)
        : speedup(router.input_speedup), vcs(router.virtual_channels) {}

    int count(int input_ports) const { return speedup * input_ports; }
    const char* name() const { return speedup == 1 ? "input ports" : "crossbar inputs"; }
    int indices() const { return (vcs + speedup - 1) / speedup; }  ///< V', of each

    int input(int port, int vc) const { return port * speedup + vc % speedup; }
    int index(int vc) const { return vc / speedup; }
    int port(int input) const { return input / speedup; }
    int vc(int input, int index) const { return index * speedup + input % speedup; }
    /// The VCs of its port that are at a crossbar input; bits of no VC may be set.
    VcMask vcs_at(int input) const {
        if (speedup == 1) {
            return ~VcMask{0};
        }
        VcMask mask = 0;
        for (int v = input % speedup; v < 64; v += speedup) {
            mask |= vc_bit(v);
        }
        return mask;
    }
};

}  // namespace flitscope::rtl
