#pragma once

#include <cstddef>

#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::tb {

/// Signals for every port of a switch allocator but clock, reset and fronts; every output VC has a
/// credit.
struct SwitchAllocatorNets {
    explicit SwitchAllocatorNets(std::size_t ports)
        : active("active", ports),
          filled("filled", ports),
          ready("ready", ports),
          grant("grant", ports) {}

    template <typename Unit>
    void bind(Unit& unit) {
        for (std::size_t p = 0; p < active.size(); ++p) {
            unit.active_i[p](active[p]);
            unit.filled_i[p](filled[p]);
            unit.ready_i[p](ready[p]);
            unit.grant_o[p](grant[p]);
            ready[p].write(3);
        }
        unit.select_o(select);
    }

    sc_core::sc_vector<sc_core::sc_signal<rtl::ActiveVcs>> active;
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcMask>> filled;
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcMask>> ready;
    sc_core::sc_vector<sc_core::sc_signal<rtl::VcMask>> grant;
    sc_core::sc_signal<rtl::Selects> select{"select"};
};

/// Of an allocator with two VCs in a router with two network ports.
template <typename Unit>
typename Unit::Parameters two_port_parameters() {
    typename Unit::Parameters all;
    all.router.virtual_channels = 2;
    all.ports = rtl::port_layout(all.router, 2);
    return all;
}

}  // namespace flitscope::tb
