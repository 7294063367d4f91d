#pragma once

#include "rtl_models/signal/clocking/wire.h"

namespace flitscope::rtl {

/// The additional nets of an input port with bypass: what the allocators see and grant. The nets of
/// all routers carry what the other units see.
struct BypassNets {
    BypassNets(int port, int vcs);

    Wire<HeadRequests> request;  ///< bypass_unit -> vc_allocator
    Wire<VcMask> filled;         ///< bypass_unit -> switch_allocator
    Wire<VcGrants> vc_grant;     ///< vc_allocator -> bypass_unit
    Wire<VcMask> grant;          ///< switch_allocator -> bypass_unit
    Wire<ActiveVcs> active;      ///< bypass_unit -> crossbar
};
/// ... and of an output port.
struct BypassOutputNets {
    explicit BypassOutputNets(int port);

    Wire<VcMask> taken;  ///< vc_allocator -> bypass_unit
    // Where there are traversal registers:
    Wire<bool> bypass;   ///< bypass_unit -> bypass_register
    Wire<bool> clear;    ///< bypass_register -> bypass_unit
    Wire<Flit> leaving;  ///< output_unit -> bypass_register
};

}  // namespace flitscope::rtl
