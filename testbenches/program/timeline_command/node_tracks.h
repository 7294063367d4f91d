#pragma once

#include "testbenches/program/timeline_command/tracks.h"

namespace flitscope::tb {

/// A track per node with its messages from generation to delivery, where flow arrows begin, and
/// one with what it receives, where they end.
void add_node_tracks(const RecordedRun& run, const Blockers& blockers, TraceEvents& events);
}  // namespace flitscope::tb
