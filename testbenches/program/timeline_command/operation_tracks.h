#pragma once

#include "testbenches/program/timeline_command/tracks.h"

namespace flitscope::tb {

/// A track per operation, its messages inside of it.
void add_operation_tracks(const RecordedRun& run, TraceEvents& events);
}  // namespace flitscope::tb
