#pragma once

#include <cstdint>
#include <string>
#include <systemc>

#include "rtl_models/router/flit.h"
#include "rtl_models/signal/bundles/bundle_fields.h"

namespace flitscope::rtl {

/// What the signals between the units of a router carry. Fields are named like the pins of the
/// Verilog units: `request_o.port` of VC 2 is request_o_port[2*PORT_WIDTH +: PORT_WIDTH].

/// A T for some VCs: of[v] is meaningful only if bit v of `valid` is set.
template <typename T>
struct ForVcs {
    VcMask valid = 0;
    PerVc<T> of;

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("valid", &ForVcs::valid, PinWidth::vcs);
        visit("of", &ForVcs::of);
    }
};

/// What a head requests from VC allocation.
struct HeadRequest {
    std::int32_t port = 0;     ///< output port
    VcMask allowed = 0;        ///< VCs there that it may ask for
    std::uint32_t length = 0;  ///< flits of the message
    std::uint16_t hop = 0;     ///< channels used so far
    bool detour = false;       ///< the bit of the head (docs/router.md, section 12)

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("port", &HeadRequest::port, PinWidth::port);
        visit("allowed", &HeadRequest::allowed, PinWidth::vcs);
        visit("length", &HeadRequest::length, PinWidth::length);
        visit("hop", &HeadRequest::hop, PinWidth::hop);
        visit("detour", &HeadRequest::detour, PinWidth::detour);
    }
};
/// An input VC that holds an output VC.
struct ActiveVc {
    std::int32_t port = 0;  ///< output port
    std::int32_t vc = 0;    ///< VC held there
    std::uint16_t hop = 0;
    bool detour = false;

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("port", &ActiveVc::port, PinWidth::port);
        visit("vc", &ActiveVc::vc, PinWidth::vc);
        visit("hop", &ActiveVc::hop, PinWidth::hop);
        visit("detour", &ActiveVc::detour, PinWidth::detour);
    }
};
/// Result of route computation.
struct Route {
    std::int32_t port = 0;
    VcMask allowed = 0;
    bool detour = false;

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("port", &Route::port, PinWidth::port);
        visit("allowed", &Route::allowed, PinWidth::vcs);
        visit("detour", &Route::detour, PinWidth::detour);
    }
};

/// What route computation may read of a head.
struct HeadFields {
    std::uint32_t length = 0;
    std::int32_t source = 0;
    std::int32_t destination = 0;
    std::uint16_t salt = 0;
    std::uint16_t hop = 0;
    std::uint8_t message_class = 0;
    bool detour = false;           ///< the bit of the head (docs/router.md, section 12)
    std::uint16_t ahead_port = 0;  ///< with lookahead, as the next: its route in this router
    std::uint8_t ahead_class = 0;

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("class", &HeadFields::message_class, PinWidth::message_class);
        visit("length", &HeadFields::length, PinWidth::length);
        visit("destination", &HeadFields::destination, PinWidth::node);
        visit("source", &HeadFields::source, PinWidth::node);
        visit("salt", &HeadFields::salt, PinWidth::salt);
        visit("hop", &HeadFields::hop, PinWidth::hop);
        visit("detour", &HeadFields::detour, PinWidth::detour);
        visit("ahead_port", &HeadFields::ahead_port, PinWidth::ahead_port);
        visit("ahead_class", &HeadFields::ahead_class, PinWidth::ahead_class);
    }
};
/// vc_buffer -> route_unit: VCs with a head at the front.
struct Heads : ForVcs<HeadFields> {};
/// vc_buffer -> route_unit: VCs with a tail at the front, and anywhere in the FIFO.
struct Tails {
    VcMask front = 0;
    VcMask held = 0;

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("front", &Tails::front, PinWidth::vcs);
        visit("held", &Tails::held, PinWidth::vcs);
    }
};
/// route_unit -> vc_allocator.
struct HeadRequests : ForVcs<HeadRequest> {};
/// route_unit -> switch allocator and crossbar.
struct ActiveVcs : ForVcs<ActiveVc> {};
/// vc_allocator -> route_unit: the input VCs that were granted an output VC, and which.
struct VcGrants {
    VcMask valid = 0;
    PerVc<std::int32_t> vc;

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("valid", &VcGrants::valid, PinWidth::vcs);
        visit("vc", &VcGrants::vc, PinWidth::vc);
    }
};
/// route_unit: results of route computation in this cycle.
struct Routes : ForVcs<Route> {};
/// The route of a head in the next router.
struct AheadRoute {
    std::uint16_t port = 0;
    std::uint8_t vc_class = 0;

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("port", &AheadRoute::port, PinWidth::ahead_port);
        visit("class", &AheadRoute::vc_class, PinWidth::ahead_class);
    }
};
/// route_unit -> crossbar, with lookahead: for heads that go to another router.
struct AheadRoutes : ForVcs<AheadRoute> {};
/// route_unit: stages of the messages at the fronts; in neither mask: idle.
struct VcStages {
    VcMask routed = 0;
    VcMask active = 0;

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("routed", &VcStages::routed, PinWidth::vcs);
        visit("active", &VcStages::active, PinWidth::vcs);
    }
};
/// header_unit -> route_unit: where a multicast goes next.
struct HeaderWay {
    std::int32_t routing = 0;      ///< header routing
    std::int32_t first_port = -1;  ///< output at the source; -1: as the routing says

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("routing", &HeaderWay::routing, PinWidth::routing);
        visit("first_port", &HeaderWay::first_port, PinOrNone{PinWidth::port, "first_port_valid"});
    }
};
/// header_unit -> route_unit: the actions for the heads at the fronts (docs/multicast_units.md).
struct HeaderActions {
    VcMask valid = 0;  ///< heads of multicasts
    VcMask forward = 0;
    VcMask receive = 0;
    VcMask drop = 0;
    VcMask error = 0;
    PerVc<HeaderWay> of;

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("valid", &HeaderActions::valid, PinWidth::vcs);
        visit("forward", &HeaderActions::forward, PinWidth::vcs);
        visit("receive", &HeaderActions::receive, PinWidth::vcs);
        visit("drop", &HeaderActions::drop, PinWidth::vcs);
        visit("error", &HeaderActions::error, PinWidth::vcs);
        visit("of", &HeaderActions::of);
    }
};
/// header_unit -> crossbar: how many entries of the front flit, counted from the first, are invalid
/// when it leaves through a network output.
struct ServedEntries {
    PerVc<std::uint32_t> of;

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("served", &ServedEntries::of);
    }
};
/// held_priority -> allocators: by VC, of the message at the front (docs/router.md, section 7).
using Priorities = PerVc<std::uint16_t>;
/// Stage of the message at the front of an input VC (docs/router.md, section 3).
enum class VcStage : std::uint8_t { idle = 0, routed = 1, active = 2 };

inline VcStage stage_of(const VcStages& stages, int v) {
    return (stages.active >> v & 1) != 0   ? VcStage::active
           : (stages.routed >> v & 1) != 0 ? VcStage::routed
                                           : VcStage::idle;
}
/// output_unit: which VCs are held, which may be granted to a head, and which the pointers of their
/// classes have passed (vc_choice.h).
struct OutputState {
    VcMask held = 0;
    VcMask free = 0;
    VcMask passed = 0;

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("held", &OutputState::held, PinWidth::vcs);
        visit("free", &OutputState::free, PinWidth::vcs);
        visit("passed", &OutputState::passed, PinWidth::vcs);
    }
};

/// traversal_register -> output_unit: the flit that was granted the switch in this cycle.
struct SentFlit {
    VcMask vcs = 0;  ///< the VC on the channel; 0: no flit
    bool tail = false;

    bool valid() const { return vcs != 0; }
    bool on(int vc) const { return (vcs >> vc & 1) != 0; }

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("vcs", &SentFlit::vcs, PinWidth::vcs);
        visit("tail", &SentFlit::tail, PinWidth::bit);
    }
};

/// What a credit wire carries in one cycle: bit v set = one slot of VC v was freed. 0: nothing.
struct Credit {
    VcMask vcs = 0;

    bool valid() const { return vcs != 0; }

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("", &Credit::vcs, PinWidth::vcs);
    }
};

/// One variable per field: <name>_kind, <name>_vc, ...
inline void sc_trace(sc_core::sc_trace_file* file, const Flit& flit, const std::string& name) {
    using sc_core::sc_trace;
    sc_trace(file, reinterpret_cast<const std::uint8_t&>(flit.kind), name + "_kind");
    sc_trace(file, flit.vc, name + "_vc");
    sc_trace(file, flit.message, name + "_message");
    sc_trace(file, flit.index, name + "_index");
    sc_trace(file, flit.source, name + "_source");
    sc_trace(file, flit.destination, name + "_destination");
    sc_trace(file, flit.length, name + "_length");
    sc_trace(file, flit.data.first(), name + "_data");  // its first 8 bytes
}

}  // namespace flitscope::rtl
