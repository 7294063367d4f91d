#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/atomic_file.h"
#include "rtl_models/cosim/verilated_model.h"
#include "rtl_models/router/pin_bits.h"
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

/// The cycles of one router in its own dump.
class RtlDump {
public:
    /// `clock`: its pin. `set_pins`: called before the pins of a cycle are written, if inputs are
    /// not on them yet.
    RtlDump(VerilatedModel& model, const rtl::PinBits& clock, std::function<void()> set_pins = {})
        : model_(model), clock_(clock), set_pins_(std::move(set_pins)) {}

    /// From now on; before edge 0. `trace` outlives this.
    void start(RtlTrace& trace, topo::NodeId router) {
        trace.add_router(
            router, alive_, [this](const std::string& file) { model_.open_trace(file); },
            [this] {
                finish();
                model_.close_trace();
            });
        trace_ = &trace;
    }
    /// The pins are those of `last`, the last cycle that was begun or that had an edge, and will
    /// change for `cycle`. Writes `last`, and the begin of the window if it lies between them.
    void begin(waves::Cycle cycle) {
        if (trace_ != nullptr && last_ < cycle) {
            write(last_);
            if (!begun_ && cycle > trace_->from()) {
                write(trace_->from());
            }
            last_ = cycle;
        }
    }
    /// The pins of the cycle are there.
    void write(waves::Cycle cycle) {
        if (trace_ != nullptr && cycle >= trace_->from() && cycle < trace_->to()) {
            begun_ = true;
            write_pins(static_cast<std::uint64_t>(cycle * waves::kPicosecondsPerCycle),
                       cycle == clocked_in_);
        }
    }
    /// The cycle begins with a clock edge.
    void edge(waves::Cycle cycle) { last_ = clocked_in_ = cycle; }

private:
    void finish() {
        write(last_);
        if (!begun_) {
            write(trace_->from());
        }
        trace_ = nullptr;
    }

    /// The edge is over, so the clock is low: shown high in the first half of a cycle that begins
    /// with one, but not evaluated. An evaluation makes the writer look for changes.
    void write_pins(std::uint64_t picoseconds, bool clocked) {
        if (set_pins_) {
            set_pins_();
        }
        model_.eval();
        clock_.write(clocked ? 1 : 0);
        model_.write_trace(picoseconds);
        if (clocked) {
            clock_.write(0);
            model_.eval();
            model_.write_trace(picoseconds + waves::kPicosecondsPerCycle / 2);
        }
    }

    VerilatedModel& model_;
    rtl::PinBits clock_;
    std::function<void()> set_pins_;
    RtlTrace* trace_ = nullptr;  ///< null: there is no dump, or it is complete
    std::shared_ptr<const void> alive_ = std::make_shared<int>();  ///< what the trace looks at
    bool begun_ = false;            ///< the values at the begin of the window are in it
    waves::Cycle clocked_in_ = -1;  ///< the last cycle that began with an edge
    waves::Cycle last_ = -1;
};

}  // namespace flitscope::cosim
