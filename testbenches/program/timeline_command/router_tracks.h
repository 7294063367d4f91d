#pragma once

#include "testbenches/program/timeline_command/tracks.h"

namespace flitscope::tb {

/// A process per router and a track per virtual channel of its inputs: the messages in it, and
/// inside of them what they waited for. Flow arrows pass here.
void add_router_tracks(const RecordedRun& run, const Blockers& blockers, TraceEvents& events);
}  // namespace flitscope::tb
