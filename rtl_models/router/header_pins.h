#pragma once

#include <algorithm>
#include <vector>

#include "rtl_models/router/flit.h"
#include "rtl_models/router/header.h"

namespace flitscope::rtl {

/// The pins of a flit for multicasts, by CPR or by lists (docs/multicast_units.md). Everything is
/// in this header, because plug-ins link no library.
struct HeaderPins {
    bool header = false;  ///< a header flit; if not, all but `error` means nothing
    bool more = false;
    bool error = false;  ///< of ejection outputs
    int routing = 0;
    int first_port = -1;  ///< -1: none is named
    struct Entry {
        bool valid = false;
        topo::NodeId address = 0;
        int control = 0;  ///< two bits
    };
    std::vector<Entry> entries;  ///< [entry]; missing ones are not valid
};

/// The values of the pins: of a flit without a header, only `error`.
inline bool same(const HeaderPins& a, const HeaderPins& b) {
    if (a.error != b.error || a.header != b.header || !a.header) {
        return a.error == b.error && a.header == b.header;
    }
    // An invalid entry was served, or never existed.
    const auto equal = [](const HeaderPins::Entry& x, const HeaderPins::Entry& y) {
        return x.valid == y.valid &&
               (!x.valid || (x.address == y.address && x.control == y.control));
    };
    return a.more == b.more && a.routing == b.routing && a.first_port == b.first_port &&
           std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                      equal);
}

/// The pins of a flit in networks with so many entries per header flit, at least one.
inline HeaderPins header_pins(const Flit& flit, int entries) {
    HeaderPins pins;
    pins.error = flit.error;
    if (!flit.header) {
        return pins;
    }
    pins.header = true;
    pins.more = flit.header->more;
    pins.routing = flit.header->routing;
    pins.first_port = flit.header->first_port;
    for (const HeaderEntry& entry : flit.header->entries) {
        const bool valid = pins.entries.size() >= flit.served;
        pins.entries.push_back({valid, entry.address, static_cast<int>(entry.control)});
    }
    pins.entries.resize(static_cast<std::size_t>(entries));
    return pins;
}
/// ... as many as in this network.
inline HeaderPins header_pins(const Flit& flit, const HeaderParameters& headers) {
    return header_pins(flit, headers.entries());
}

/// Gives the flit the header fields that are on its pins.
inline void take_header(Flit& flit, const HeaderPins& pins) {
    flit.error = pins.error;
    flit.served = 0;
    flit.header = {};
    if (!pins.header) {
        return;
    }
    const auto is_valid = [](const HeaderPins::Entry& entry) { return entry.valid; };
    const auto first = std::find_if(pins.entries.begin(), pins.entries.end(), is_valid);
    const auto behind = std::find_if(pins.entries.rbegin(), pins.entries.rend(), is_valid).base();
    FlitHeader header{pins.more, pins.routing, pins.first_port, {}};
    for (auto entry = pins.entries.begin(); entry < behind; ++entry) {
        header.entries.push_back({entry->address, static_cast<Control>(entry->control)});
    }
    if (first < behind) {
        flit.served = std::all_of(first, behind, is_valid)
                          ? static_cast<std::uint32_t>(first - pins.entries.begin())
                          : kNotInOrder;
    }
    flit.header = std::move(header);
}

}  // namespace flitscope::rtl
