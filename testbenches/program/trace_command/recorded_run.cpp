#include "testbenches/program/trace_command/recorded_run.h"

#include <algorithm>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/run/network_factory.h"

namespace flitscope::tb {

namespace {

/// Cycles after its end in which a message may still have an event: the order of calls is free
/// within a cycle.
constexpr rtl::Cycle kAfterwards = 4;

/// In ascending order, with those that overlap made one.
std::vector<CycleWindow> united(std::vector<CycleWindow> windows) {
    std::sort(windows.begin(), windows.end(),
              [](const CycleWindow& a, const CycleWindow& b) { return a.from < b.from; });
    std::vector<CycleWindow> all;
    for (const CycleWindow& each : windows) {
        if (!all.empty() && each.from <= all.back().to) {
            all.back().to = std::max(all.back().to, each.to);
        } else {
            all.push_back(each);
        }
    }
    return all;
}

}  // namespace

void refuse_queued_outputs(const ExperimentConfig& config, const std::string& what) {
    if (config.router.queued_outputs()) {
        throw option_error(
            config,
            {"organisation", "output_queued: " + what + "; `run --events` logs them here, too"},
            "router");
    }
}

RunRecorder::RunRecorder(std::vector<CycleWindow> windows) : windows_(united(std::move(windows))) {}

void RunRecorder::listen(SimulationHooks& hooks) {
    hooks.interrupt = &over_;
    hooks.generated = [this](const rtl::Message& message) { generated(message); };
    hooks.part_of_operation = [this](const rtl::Message& message, const OperationPart& part) {
        if (RecordedMessage* const recorded = find(message.id, message.generated)) {
            recorded->part = part;
        }
    };
    hooks.lost = [this](const rtl::Message& message, const Loss& loss) {
        if (RecordedMessage* const recorded = find(message.id, loss.edge)) {
            recorded->loss = loss;
            ended(message.id, loss.edge);
        }
    };
    hooks.delivered = [this](const rtl::Delivery& delivery) {
        RecordedMessage* const recorded = find(delivery.message.id, delivery.delivered);
        if (recorded != nullptr && delivery.last) {
            recorded->delivered = delivery.delivered;
            ended(delivery.message.id, delivery.delivered);
        }
    };
}

void RunRecorder::generated(const rtl::Message& message) {
    if (message.generated >= windows_.back().to) {
        over_.store(1);
        return;
    }
    RecordedMessage& recorded = messages_[message.id];
    recorded.message = message;
    recorded.header = message.header != nullptr;
    recorded.message.header = nullptr;
    recorded.message.bytes = nullptr;
}

/// Null: nothing is kept of it. After the last window nothing is.
RecordedMessage* RunRecorder::find(rtl::MessageId id, rtl::Cycle edge) {
    const auto found = messages_.find(id);
    return found == messages_.end() || edge >= windows_.back().to ? nullptr : &found->second;
}

void RunRecorder::event(const rtl::Event& event) {
    if (event.cycle > windows_.back().to) {
        over_.store(1);
    } else if (event.kind != rtl::EventKind::credit_sent) {
        if (RecordedMessage* const recorded = find(event.message, event.cycle)) {
            recorded->events.push_back(event);
        }
    }
}

void RunRecorder::ended(rtl::MessageId id, rtl::Cycle edge) {
    ended_.emplace_back(edge, id);
    for (; ended_.front().first + kAfterwards < edge; ended_.pop_front()) {
        const auto found = messages_.find(ended_.front().second);
        if (!kept(found->second.message.generated, ended_.front().first)) {
            messages_.erase(found);
        }
    }
}

/// Whether a message that was under way in these cycles was so in a window.
bool RunRecorder::kept(rtl::Cycle from, rtl::Cycle to) const {
    const auto window = std::partition_point(
        windows_.begin(), windows_.end(), [&](const CycleWindow& each) { return each.to <= from; });
    return window != windows_.end() && window->from <= to;
}

RecordedRun RunRecorder::take(rtl::Cycle end) {
    RecordedRun run;
    run.end = std::min(end, windows_.back().to);
    run.messages = std::move(messages_);
    for (auto each = run.messages.begin(); each != run.messages.end();) {
        const RecordedMessage& message = each->second;
        const bool keep = kept(message.message.generated, end_of(message, run));
        each = keep ? std::next(each) : run.messages.erase(each);
    }
    return run;
}

RecordedRun record_run(const ExperimentConfig& config, std::vector<CycleWindow> windows,
                       Result* result) {
    RunRecorder recorder(std::move(windows));
    NetworkTaps taps;
    taps.observer = &recorder;
    BuiltNetwork built = make_network(config, taps);
    SimulationHooks hooks;
    recorder.listen(hooks);
    Result found = simulate(config, *built.topology, *built.network, hooks);
    RecordedRun run = recorder.take(found.simulated_cycles);
    run.description.router = built.network->description().router;
    run.description.links = built.network->description().links;
    built.network.reset();
    run.topology = std::move(built.topology);
    run.description.topology = run.topology.get();
    if (result != nullptr) {
        *result = std::move(found);
    }
    return run;
}

rtl::Cycle end_of(const RecordedMessage& message, const RecordedRun& run) {
    return message.delivered ? *message.delivered : message.loss ? message.loss->edge : run.end;
}

MessageReport report_of(const RecordedMessage& message, const RecordedRun& run) {
    MessageWay way = way_of(message.events, {message.message.length, message.header,
                                             message.delivered.has_value(), run.topology.get()});
    const MessageStatus status = status_of(way, message.loss.has_value());
    return {message.message, message.header, std::move(way),
            status,          run.end,        message.loss.value_or(Loss{}),
            run.description};
}

}  // namespace flitscope::tb
