#pragma once

#include <algorithm>

#include "testbenches/program/timeline_command/timeline.h"
#include "testbenches/program/trace_command/blockers.h"

namespace flitscope::tb {

// The tracks of a timeline.

/// A track per operation, its messages inside of it.
void add_operation_tracks(const RecordedRun& run, TraceEvents& events);

/// A track per node with its messages from generation to delivery, where flow arrows begin, and
/// one with what it receives, where they end.
void add_node_tracks(const RecordedRun& run, const Blockers& blockers, TraceEvents& events);

/// A track per virtual channel of a link: the messages that have it, from the first flit on the
/// wire to the last.
void add_link_tracks(const RecordedRun& run, const Blockers& blockers, TraceEvents& events);
/// A counter per link.
void add_link_load(const RecordedRun& run, const TimelineOptions& options, TraceEvents& events);

/// A process per router and a track per virtual channel of its inputs: the messages in it, and
/// inside of them what they waited for. Flow arrows pass here.
void add_router_tracks(const RecordedRun& run, const Blockers& blockers, TraceEvents& events);

/// Processes of a timeline, in the order in which they are shown.
enum class TimelineProcess { operations = 1, nodes, links, link_load, first_router };
constexpr int process_of(TimelineProcess process) { return static_cast<int>(process); }
constexpr int process_of(topo::NodeId router) {
    return process_of(TimelineProcess::first_router) + router;
}

inline std::string slice_name(rtl::MessageId message) {
    return "message " + std::to_string(message);
}

/// Cycles from a grant of the switch to the flit's cycle on the wire.
inline rtl::Cycle output_delay(const RecordedRun& run) {
    return run.description.router.stages().to_wire();
}

/// Whether the head was seen on the wire of this output.
inline bool came_out(const Branch& branch, const RecordedRun& run) {
    return branch.head_granted && *branch.head_granted + output_delay(run) < run.end;
}

/// A part of `slice`, cut to it; nothing where nothing is left.
inline void put_inside(TraceSlice& slice, TraceSlice part) {
    part.from = std::max(part.from, slice.from);
    part.to = std::min(part.to, slice.to);
    if (part.from < part.to) {
        slice.inside.push_back(std::move(part));
    }
}

/// Adds to `args` who blocked the message in this step, if anybody did.
inline void add_blocker(nlohmann::ordered_json& args, const Blockers& blockers,
                        rtl::MessageId message, const MessageStep& step) {
    if (const auto blocker = blockers.of(message, step)) {
        args["blocked by"] = text_of(*blocker);
        args["blocking message"] = blocker->message;
    }
}

}  // namespace flitscope::tb
