#pragma once

#include "rtl_models/router/arbiters/arbiter_bank.h"

namespace flitscope::rtl {

/// The parameters of an allocator.
struct AllocatorSetup {
    int inputs = 0;   ///< P + I
    int outputs = 0;  ///< P + E
    int vcs = 0;      ///< V
    MakeArbiters arbiters;
    int iterations = 1;                                   ///< of switch allocators that have them
    ArbiterState arbiter_state = ArbiterState::per_pair;  ///< of those that have the choice

    int requesters() const { return inputs * vcs; }   ///< of VC allocation
    int output_vcs() const { return outputs * vcs; }  ///< of VC allocation
};

}  // namespace flitscope::rtl
