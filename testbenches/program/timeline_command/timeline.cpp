#include "testbenches/program/timeline_command/timeline.h"

#include "testbenches/program/timeline_command/tracks.h"

namespace flitscope::tb {

TraceEvents timeline_of(const RecordedRun& run, const TimelineOptions& options) {
    const Blockers blockers(run);
    TraceEvents events;
    add_operation_tracks(run, events);
    add_node_tracks(run, blockers, events);
    add_link_tracks(run, blockers, events);
    add_link_load(run, options, events);
    add_router_tracks(run, blockers, events);
    return events;
}

}  // namespace flitscope::tb
