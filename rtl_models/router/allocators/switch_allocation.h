#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// An input VC that asks for the switch in this cycle.
struct SwitchRequest {
    std::int32_t input = 0;             ///< input port
    std::int32_t vc = 0;                ///< VC of that input port
    std::int32_t output[2] = {-1, -1};  ///< requested outputs, one per branch; -1: none, not equal
};

/// One flit copy through the crossbar in this cycle.
struct SwitchGrant {
    std::int32_t input = 0;
    std::int32_t vc = 0;
    std::int32_t output = 0;

    friend bool operator==(const SwitchGrant& a, const SwitchGrant& b) {
        return a.input == b.input && a.vc == b.vc && a.output == b.output;
    }
};

/// Switch allocation of one router, docs/router.md, sections 6, 7 and 11. One object per router: it
/// holds the arbiters' state.
class SwitchAllocation {
public:
    virtual ~SwitchAllocation() = default;

    /// One cycle: replaces `grants` by what is granted (every output at most once, every input with
    /// one VC at most) and updates the arbiters whose grants are used. At most one request per
    /// input VC, in any order; the order of the grants says nothing. Takes time in proportion to
    /// the requests. Ports and VCs out of range are undefined.
    virtual void allocate(const std::vector<SwitchRequest>& requests,
                          std::vector<SwitchGrant>& grants) = 0;
};

/// inputs = P + I, outputs = P + E, vcs = V.
std::unique_ptr<SwitchAllocation> make_switch_allocation(AllocatorKind kind, ArbiterKind arbiter,
                                                         int inputs, int outputs, int vcs);

}  // namespace flitscope::rtl
