#pragma once

#include "testbenches/program/timeline_command/timeline.h"
#include "testbenches/program/timeline_command/tracks.h"

namespace flitscope::tb {

/// A track per virtual channel of a link: the messages that have it, from the first flit on the
/// wire to the last.
void add_link_tracks(const RecordedRun& run, const Blockers& blockers, TraceEvents& events);
/// A counter per link.
void add_link_load(const RecordedRun& run, const TimelineOptions& options, TraceEvents& events);
}  // namespace flitscope::tb
