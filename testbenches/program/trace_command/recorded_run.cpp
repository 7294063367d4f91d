#include "testbenches/program/trace_command/recorded_run.h"

#include <algorithm>
#include <atomic>
#include <deque>

#include "testbenches/drive/compare/forked_run.h"
#include "testbenches/drive/compare/run_fault.h"
#include "testbenches/drive/configuration/config_error.h"
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

/// Keeps what it is to keep of a run, each message from its first event on.
class RunRecorder final : public rtl::EventObserver {
public:
    explicit RunRecorder(RecordingChoice choice)
        : windows_(united(std::move(choice.windows))), only_(choice.message) {}

    void event(const rtl::Event& event) override {
        if (event.cycle > windows_.back().to) {
            over_.store(1);
        } else if (event.kind != rtl::EventKind::credit_sent) {
            if (RecordedMessage* const recorded = find(event.message, event.cycle)) {
                recorded->events.push_back(event);
            }
        }
    }

    /// Ends the run when nothing more is to be kept. The recorder outlives the run.
    void listen(SimulationHooks& hooks) {
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
                if (only_) {
                    over_.store(1);
                }
            }
        };
    }

    /// After the run, which ended before `end`.
    RecordedRun take(rtl::Cycle end) {
        RecordedRun run;
        run.generated = generated_;
        run.end = std::min(end, windows_.back().to);
        run.messages = std::move(messages_);
        for (auto each = run.messages.begin(); each != run.messages.end();) {
            const RecordedMessage& message = each->second;
            const bool keep = kept(message.message.generated, end_of(message, run));
            each = keep ? std::next(each) : run.messages.erase(each);
        }
        return run;
    }

private:
    void generated(const rtl::Message& message) {
        ++generated_;
        if (message.generated >= windows_.back().to) {
            over_.store(1);
        } else if (!only_ || *only_ == message.id) {
            RecordedMessage& recorded = messages_[message.id];
            recorded.message = message;
            recorded.header = message.header != nullptr;
            recorded.message.header = nullptr;
            recorded.message.bytes = nullptr;
        }
    }

    /// Null: nothing is kept of it. After the last window nothing is.
    RecordedMessage* find(rtl::MessageId id, rtl::Cycle edge) {
        const auto found = messages_.find(id);
        return found == messages_.end() || edge >= windows_.back().to ? nullptr : &found->second;
    }

    void ended(rtl::MessageId id, rtl::Cycle edge) {
        ended_.emplace_back(edge, id);
        for (; ended_.front().first + kAfterwards < edge; ended_.pop_front()) {
            const auto found = messages_.find(ended_.front().second);
            if (!kept(found->second.message.generated, ended_.front().first)) {
                messages_.erase(found);
            }
        }
    }

    /// Whether a message that was under way in these cycles was so in a window.
    bool kept(rtl::Cycle from, rtl::Cycle to) const {
        const auto window =
            std::partition_point(windows_.begin(), windows_.end(),
                                 [&](const CycleWindow& each) { return each.to <= from; });
        return window != windows_.end() && window->from <= to;
    }

    std::vector<CycleWindow> windows_;  ///< ascending, none overlaps another
    std::optional<rtl::MessageId> only_;
    std::atomic<int> over_{0};
    rtl::MessageId generated_ = 0;
    std::map<rtl::MessageId, RecordedMessage> messages_;
    std::deque<std::pair<rtl::Cycle, rtl::MessageId>> ended_;  ///< and may still have an event
};

}  // namespace

void refuse_queued_outputs(const ExperimentConfig& config, const std::string& what) {
    if (config.router.queued_outputs()) {
        throw option_error(config, {"organisation", what + "; `run --events` logs them here, too"},
                           "router");
    }
}

RecordedRun record_run(const ExperimentConfig& config, RecordingChoice choice, Result* result,
                       waves::WaveDump* waves) {
    RunRecorder recorder(std::move(choice));
    NetworkTaps taps;
    taps.observer = &recorder;
    taps.waves = waves;
    BuiltNetwork built = make_network(config, taps);
    SimulationHooks hooks;
    recorder.listen(hooks);
    Result found = simulate(config, *built.network, hooks);
    if (waves != nullptr) {
        waves->finish(found.simulated_cycles);
    }
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

std::string first_run(const std::string& folder, const std::function<std::string()>& simulation) {
    ForkedRun child([&](const ForkedRun::Write& write) {
        try {
            write(simulation());
        } catch (const rtl::Violation& violation) {
            throw run_fault(violation, folder);
        } catch (const ConfigError& error) {
            throw RunFault(RunFault::Kind::refused, error.what());
        }
    });
    return child.answer();
}

rtl::Cycle end_of(const RecordedMessage& message, const RecordedRun& run) {
    return message.delivered ? *message.delivered : message.loss ? message.loss->edge : run.end;
}

}  // namespace flitscope::tb
