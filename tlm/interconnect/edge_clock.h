#pragma once

#include <stdexcept>
#include <systemc>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tl {

/// Simulation time of clock edges, and back. One cycle is 1 ns, edge 0 is at time 0.
///
/// The sockets are registered: a call on a socket in cycle t, that is, at edge t, counts from edge
/// t + 1 on, like a wire of docs/router.md. A time between two edges counts as the later one.
class EdgeClock {
public:
    /// Throws std::invalid_argument for a time resolution that cannot express half a cycle.
    EdgeClock() : period_(sc_core::sc_time(1, sc_core::SC_NS).value()) {
        if (period_ < 2 || period_ % 2 != 0) {
            throw std::invalid_argument(
                "flitscope::tl: the SystemC time resolution must be 0.5 ns or finer");
        }
    }

    sc_core::sc_time time_of(rtl::Cycle edge) const {
        return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(edge) * period_);
    }
    /// The time at which the network is called for `edge` (>= 1): half a cycle before it. All calls
    /// that count for the edge have been made by then.
    sc_core::sc_time sample_time(rtl::Cycle edge) const {
        return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(edge) * period_ -
                                            period_ / 2);
    }
    /// First edge that sees a call on a socket at `time`.
    rtl::Cycle edge_after(const sc_core::sc_time& time) const {
        return static_cast<rtl::Cycle>((time.value() + period_ - 1) / period_) + 1;
    }

private:
    sc_dt::uint64 period_;  ///< in units of the time resolution
};

}  // namespace flitscope::tl
