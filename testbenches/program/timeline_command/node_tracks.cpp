#include "testbenches/program/timeline_command/tracks.h"
#include "testbenches/program/trace_command/slowest_messages.h"

namespace flitscope::tb {

namespace {

/// The whole life of a message.
TraceSlice life_of(const RecordedMessage& recorded, const MessageReport& report,
                   const RecordedRun& run, const Blockers& blockers) {
    const rtl::Message& message = recorded.message;
    const MessageWay& way = report.way();
    TraceSlice slice;
    slice.name = slice_name(message.id);
    slice.from = message.generated;
    slice.to = std::max(end_of(recorded, run), message.generated + 1);
    slice.args = {{"message", message.id},
                  {"type", type_of(recorded.part)},
                  {"source", message.source},
                  {"destination", message.destination},
                  {"flits", message.length},
                  {"class", message.message_class},
                  {"status", name_of(report.status())}};
    if (recorded.delivered) {
        slice.args["latency"] = *recorded.delivered - message.generated;
    }
    if (!way.visits.empty()) {
        slice.flow = TraceSlice::Flow::begins;
        slice.flow_id = message.id;
    }
    if (report.status() == MessageStatus::queued) {
        put_inside(slice, {"source queue", message.generated, slice.to});
    }
    for (const MessageStep& step : report.steps()) {
        if (step.exit < 0 && step.waited.value_or(0) > 0) {
            TraceSlice queue{"source queue", message.generated, step.cycle + 1};
            add_blocker(queue.args, blockers, message.id, step);
            put_inside(slice, std::move(queue));
        }
    }
    return slice;
}

/// What a node gets of a message at the end of a visit. The flow ends with the last copy.
TraceSlice received(const RecordedMessage& recorded, const RouterVisit& visit, const Branch& branch,
                    const RecordedRun& run) {
    TraceSlice slice;
    slice.name = slice_name(recorded.message.id);
    slice.from = *branch.head_granted + output_delay(run);
    slice.to = std::max(visit.delivered.value_or(end_of(recorded, run)), slice.from + 1);
    slice.args = {{"message", recorded.message.id},
                  {"source", recorded.message.source},
                  {"flits", branch.flits_out}};
    slice.flow_id = recorded.message.id;
    return slice;
}

void add_received(const RecordedMessage& recorded, const MessageWay& way, const RecordedRun& run,
                  TraceEvents& events) {
    bool ended = false;
    for (const RouterVisit& visit : way.visits) {
        for (const Branch& branch : visit.branches) {
            if (branch.output_port < run.topology->ports(visit.router) || !came_out(branch, run) ||
                visit.taken_out) {
                continue;
            }
            TraceSlice slice = received(recorded, visit, branch, run);
            if (!ended && recorded.delivered && visit.delivered == recorded.delivered) {
                ended = true;
                slice.flow = TraceSlice::Flow::ends;
            }
            const topo::NodeId node =
                run.topology->one_node_per_router() ? visit.router : recorded.message.destination;
            events.add(process_of(TimelineProcess::nodes), {node, 1, 0},
                       "node " + std::to_string(node) + " receives", std::move(slice));
        }
    }
}

}  // namespace

void add_node_tracks(const RecordedRun& run, const Blockers& blockers, TraceEvents& events) {
    events.name_process(process_of(TimelineProcess::nodes), "nodes");
    for (const auto& [id, recorded] : run.messages) {
        const MessageReport& report = blockers.reports().at(id);
        const topo::NodeId source = recorded.message.source;
        events.add(process_of(TimelineProcess::nodes), {source, 0, 0},
                   "node " + std::to_string(source) + " sends",
                   life_of(recorded, report, run, blockers));
        add_received(recorded, report.way(), run, events);
    }
}

}  // namespace flitscope::tb
