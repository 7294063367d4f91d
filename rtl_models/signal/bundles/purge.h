#pragma once

// Signals of networks that can purge messages (docs/recovery_and_faults.md). Modules have ports for
// them only in such networks.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/router/flit.h"
#include "rtl_models/signal/bundles/bundle_fields.h"
#include "rtl_models/signal/bundles/optional_ports.h"

namespace flitscope::rtl {

/// To all modules: the messages whose flits are all dropped at the edge that ends the cycle, and
/// whether heads without an output VC are routed again (section 2).
struct Purge {
    std::vector<std::uint32_t> messages;  ///< ascending; empty: none
    bool route_again = false;

    bool valid() const { return !messages.empty() || route_again; }
    bool takes(std::uint32_t message) const {
        return !messages.empty() && std::binary_search(messages.begin(), messages.end(), message);
    }
    bool takes(const Flit& flit) const { return flit.valid() && takes(flit.message); }
};
inline bool operator==(const Purge& a, const Purge& b) {
    return a.messages == b.messages && a.route_again == b.route_again;
}
inline std::ostream& operator<<(std::ostream& out, const Purge& value) {
    out << (value.route_again ? "again " : "");
    for (const std::uint32_t message : value.messages) {
        out << message << ' ';
    }
    return out;
}
inline void sc_trace(sc_core::sc_trace_file* /*file*/, const Purge& /*value*/,
                     const std::string& /*name*/) {}  // a set has no pins

/// From a FIFO and the wires before it to the sender: by VC, the flits dropped at the last edge,
/// whose slots are free from the next edge on.
struct DroppedFlits {
    VcMask valid = 0;  ///< VCs of which flits were dropped
    PerVc<std::uint32_t> of;

    DroppedFlits() = default;
    explicit DroppedFlits(int vcs) : of(vcs) {}
    void add(int v, std::uint32_t flits) {
        if (flits > 0) {
            of[v] += flits;
            valid |= vc_bit(v);
        }
    }
    void add(const DroppedFlits& others) {
        for_each_bit(others.valid, [&](int v) { add(v, others.of[v]); });
    }
    std::uint64_t sum() const {
        std::uint64_t flits = 0;
        for (const std::uint32_t each : of) {
            flits += each;
        }
        return flits;
    }

    template <typename Visit>
    static constexpr void fields(Visit visit) {
        visit("valid", &DroppedFlits::valid, PinWidth::vcs);
        visit("of", &DroppedFlits::of);
    }
};

/// Null if the network cannot purge.
using PurgeIn = std::unique_ptr<sc_core::sc_in<Purge>>;
using DroppedIn = std::unique_ptr<sc_core::sc_in<DroppedFlits>>;
using DroppedOut = std::unique_ptr<sc_core::sc_out<DroppedFlits>>;

}  // namespace flitscope::rtl
