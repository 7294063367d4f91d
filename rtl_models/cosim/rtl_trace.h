#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "common/atomic_file.h"
#include "rtl_models/waves/wave_dump.h"

namespace flitscope::cosim {

/// The dumps that verilated routers write themselves, in addition to the dump of all levels:
/// everything inside the RTL, for the same routers and cycles.
///
///     run.vcd       scope router_5: ports, VCs, states, as at every level
///     run.rtl.vcd   scope router_5: the pins; router_5.router: the wires between the units;
///                   router_5.vc_buffer_2, ...: the units, with all that is inside
///     run.both.vcd  both, side by side; run.both.gtkw is the view of it, the RTL first
///
/// With a dump run.fst all three are in that format.
///
/// Time unit and phase are the same: cycle t is the nanosecond from t on, the clock rises at its
/// start. A sleeping router is not clocked and does not change. Reset ends before cycle 0 and is
/// not in the dump.
class RtlTrace {
public:
    /// `dump` outlives this; routers and cycles as given to it.
    RtlTrace(waves::WaveDump& dump, const std::vector<topo::NodeId>& routers, waves::Cycle from,
             waves::Cycle to);
    /// The files next to the one at `dump`.
    static std::string rtl_file(const std::string& dump);
    static std::string both_file(const std::string& dump);

    bool wants(topo::NodeId router) const {
        return routers_.empty() || routers_.count(router) != 0;
    }
    waves::Cycle from() const { return from_; }
    waves::Cycle to() const { return to_; }
    /// The run ends before edge `end`, but the network continues: nothing of that is written.
    void end_at(waves::Cycle end) { to_ = std::min(to_, std::max(end, from_)); }
    /// Has a router open its dump at the place given to `open`; `close` completes it and is called
    /// by finish(), unless `router` is gone then. Both may throw std::system_error for a file that
    /// cannot be written, which this turns into OutputError.
    void add_router(topo::NodeId id, std::weak_ptr<const void> router,
                    const std::function<void(const std::string&)>& open,
                    std::function<void()> close);

    /// Call it when the run and `dump` are finished: completes the dumps of the remaining routers,
    /// merges them, and writes the view of both. Without routers, as after a network that could not
    /// be built, it merges nothing. Throws OutputError, which names a file that cannot be written.
    void finish();

private:
    struct Part {
        std::unique_ptr<AtomicFile> file;  ///< never renamed: it ends in the dump of all
        std::weak_ptr<const void> router;
        std::function<void()> close;
    };

    waves::WaveDump& dump_;
    std::set<topo::NodeId> routers_;
    waves::Cycle from_;
    waves::Cycle to_;
    std::vector<Part> parts_;
};

}  // namespace flitscope::cosim
