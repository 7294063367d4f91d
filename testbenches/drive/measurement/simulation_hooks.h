#pragma once

#include <atomic>
#include <functional>

#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/traffic/operation.h"
#include "testbenches/drive/traffic/trace_file.h"

namespace flitscope::tb {

/// The way in which a message was lost.
struct Loss {
    enum class Cause {
        queue_full,  ///< its source queue was, when it came
        no_way,      ///< faults left none to its destination
        hit          ///< by a fault
    };
    Cause cause = Cause::queue_full;
    bool joined = false;  ///< its source queue, before it was lost
    rtl::Cycle edge = -1;
};

/// How far a run is; for a progress display.
struct Progress {
    rtl::Cycle cycle = 0;
    rtl::Cycle max_cycles = 0;
    const char* phase = "";  ///< "warm-up", "measuring" or "draining"
    std::int64_t generated = 0;
    std::int64_t delivered = 0;
    /// Half width of the confidence interval over the mean, and the value that ends the run; 0:
    /// not known yet.
    double relative_error = 0;
    double relative_error_wanted = 0;
};

/// What the owner of a run wants to be told, and how it ends the run.
struct SimulationHooks {
    /// Called from the simulation, at most once every `progress_every` cycles.
    std::function<void(const Progress&)> progress;
    rtl::Cycle progress_every = 4096;
    /// Not 0 (a signal number): finish the current cycle and return what was measured, with
    /// `complete` false. May be set by a signal handler.
    const std::atomic<int>* interrupt = nullptr;
    /// The run is over before edge `end`. Where this is set, the network works off one more cycle,
    /// with the messages that would have joined, so that observers see what the last cycle left on
    /// the wires. Nothing of it is counted.
    std::function<void(rtl::Cycle end)> closing;
    /// Called for every message that is lost.
    std::function<void(const rtl::Message&, const Loss&)> lost;
    /// Called for every message that is generated, those that are lost included.
    std::function<void(const rtl::Message&)> generated;
    /// Called after it for every one that is a part of an operation.
    std::function<void(const rtl::Message&, const OperationPart&)> part_of_operation;
    /// Called for every message, or copy of a multicast, that is delivered in the run.
    std::function<void(const rtl::Delivery&)> delivered;
    /// Called for every line of a trace with which the run could be repeated (docs/traffic.md).
    std::function<void(const TraceRow&)> traced;
    double elaboration_s = 0;  ///< how long building the network took; goes into the result
};

}  // namespace flitscope::tb
