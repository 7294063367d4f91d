#pragma once

#include <algorithm>

#include "testbenches/program/timeline_command/trace_events.h"
#include "testbenches/program/trace_command/blockers.h"

namespace flitscope::tb {

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
    return run.description.router.pipeline == 4 ? 1 : 0;
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

/// Names in `args` who blocked the message in this step; nothing where nobody did.
inline void add_blocker(nlohmann::ordered_json& args, const Blockers& blockers,
                        rtl::MessageId message, const MessageStep& step) {
    if (const auto blocker = blockers.of(message, step)) {
        args["blocked by"] = text_of(*blocker);
        args["blocking message"] = blocker->message;
    }
}

}  // namespace flitscope::tb
