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
    Wire<bool> free;             ///< traversal_register -> bypass_unit, where there is one
};
/// ... and of an output port.
struct BypassOutputNets {
    explicit BypassOutputNets(int port);

    Wire<VcMask> taken;  ///< vc_allocator -> bypass_unit
    // Where there is a traversal register:
    Wire<bool> bypass;  ///< bypass_unit -> traversal_register
    Wire<bool> clear;   ///< traversal_register -> bypass_unit
};

}  // namespace flitscope::rtl
