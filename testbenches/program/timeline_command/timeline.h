#pragma once

#include <string>

#include "testbenches/program/timeline_command/trace_events.h"
#include "testbenches/program/trace_command/recorded_run.h"

namespace flitscope::tb {

struct TimelineOptions {
    CycleWindow window;            ///< messages that are under way in it are shown, as a whole
    rtl::Cycle load_window = 100;  ///< cycles per value of a link's load
};

/// A recorded run as tracks: operations and their messages, nodes and theirs, links with their
/// load, and what messages did in each router.
TraceEvents timeline_of(const RecordedRun& run, const TimelineOptions& options);

}  // namespace flitscope::tb
