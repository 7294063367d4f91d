#include <fmt/format.h>

#include "testbenches/program/timeline_command/tracks.h"
#include "testbenches/program/trace_command/slowest_messages.h"

namespace flitscope::tb {

namespace {

struct Operation {
    OperationPart what;
    rtl::Cycle to = 0;
    std::vector<TraceSlice> messages;
};

TraceSlice part_of(const RecordedMessage& recorded, const RecordedRun& run) {
    const rtl::Message& message = recorded.message;
    return {fmt::format("step {}: message {}, {} -> {}", recorded.part->step, message.id,
                        message.source, message.destination),
            message.generated,
            std::max(end_of(recorded, run), message.generated + 1),
            {{"message", message.id}, {"step", recorded.part->step}, {"flits", message.length}}};
}

/// Those that come one after the other are inside of the operation's slice; the others have rows
/// of their own below it.
void add(std::uint64_t number, Operation& operation, TraceEvents& events) {
    const std::string name =
        fmt::format("{} {} of node {}", type_of(operation.what), number, operation.what.root);
    TraceSlice whole{name, operation.what.begun, operation.to};
    whole.args = {{"operation", number}, {"messages", operation.messages.size()}};
    std::sort(operation.messages.begin(), operation.messages.end(),
              [](const TraceSlice& a, const TraceSlice& b) { return a.from < b.from; });
    rtl::Cycle free = whole.from;
    const TraceEvents::Order track{static_cast<int>(number), 0, 0};
    const TraceEvents::Order below{static_cast<int>(number), 1, 0};
    for (TraceSlice& message : operation.messages) {
        if (message.from >= free) {
            free = message.to;
            put_inside(whole, std::move(message));
        } else {
            events.add(process_of(TimelineProcess::operations), below, name + ": at the same time",
                       std::move(message));
        }
    }
    events.add(process_of(TimelineProcess::operations), track, name, std::move(whole));
}

}  // namespace

void add_operation_tracks(const RecordedRun& run, TraceEvents& events) {
    events.name_process(process_of(TimelineProcess::operations), "operations");
    std::map<std::uint64_t, Operation> operations;
    for (const auto& [id, recorded] : run.messages) {
        if (recorded.part) {
            Operation& operation = operations[recorded.part->operation];
            operation.what = *recorded.part;
            operation.messages.push_back(part_of(recorded, run));
            operation.to = std::max(operation.to, operation.messages.back().to);
        }
    }
    for (auto& [number, operation] : operations) {
        add(number, operation, events);
    }
}

}  // namespace flitscope::tb
