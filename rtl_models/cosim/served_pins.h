#pragma once

#include <algorithm>
#include <cstdint>

#include "rtl_models/router/pin_bits.h"
#include "rtl_models/signal/network/unit_makers.h"

namespace flitscope::cosim {

// The entries that are invalid in a flit as it leaves: a number at ports, at pins a bit for each.

/// For the entries of the front flit of a VC. No number expresses it if other than the first
/// entries are marked.
inline std::uint32_t served_number(const rtl::PinBits& marks, int first, int entries,
                                   const rtl::Flit& front) {
    int marked = 0;
    while (marked < entries && marks.read(first + marked, 1) != 0) {
        ++marked;
    }
    for (int e = marked; e < entries; ++e) {
        if (marks.read(first + e, 1) != 0) {
            return rtl::kNotInOrder;
        }
    }
    if (marked < entries) {
        return static_cast<std::uint32_t>(marked);
    }
    // Nothing is left: those that are none are marked, too.
    return std::max(front.served, static_cast<std::uint32_t>(front.header->entries.size()));
}

/// From the pins served_o and action_o of a header unit.
inline void drive_served(rtl::HeaderUnit::Ports& ports, const rtl::PinBits& marks,
                         const rtl::PinBits& action, int vcs) {
    const rtl::VcMask heads = ports.head_i.read().valid;
    const rtl::PerVc<rtl::Flit>& fronts = ports.front_i.read();
    rtl::ServedEntries served;
    served.of = rtl::PerVc<std::uint32_t>(vcs);
    for (int v = 0; v < std::min(fronts.size(), vcs); ++v) {
        // The lowest bit of its action (action_fields.v).
        const bool multicast = action.read(v * (action.width() / vcs), 1) != 0;
        const bool leads = (heads >> v & 1) != 0 && multicast && fronts[v].header;
        const int entries = marks.width() / vcs;
        served.of[v] =
            leads ? served_number(marks, v * entries, entries, fronts[v]) : fronts[v].served;
    }
    ports.served_o.write(served);
}

/// Onto the pin served_i of a crossbar.
inline void set_served(const rtl::Crossbar::Ports& ports, rtl::PinBits& marks) {
    const int inputs = static_cast<int>(ports.served_i.size());
    for (int p = 0; marks.exists() && p < inputs; ++p) {
        const auto port = static_cast<std::size_t>(p);
        const rtl::PerVc<rtl::Flit>& fronts = ports.front_i[port].read();
        const rtl::PerVc<std::uint32_t>& served = ports.served_i[port].read().of;
        const int entries = served.size() > 0 ? marks.width() / (inputs * served.size()) : 0;
        for (int at = 0; at < std::min(served.size(), fronts.size()) * entries; ++at) {
            const int v = at / entries;
            const bool marked =
                fronts[v].header && static_cast<std::uint32_t>(at % entries) < served[v];
            marks.write(p * served.size() * entries + at, 1, marked ? 1 : 0);
        }
    }
}

}  // namespace flitscope::cosim
