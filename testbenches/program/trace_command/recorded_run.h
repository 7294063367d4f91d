#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "rtl_models/router/contract/digest.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/program/trace_command/message_report.h"

namespace flitscope::tb {

/// Throws ConfigError for queued outputs, whose messages are in no VC. `what`: what needs VCs,
/// "`trace` follows messages through VCs".
void refuse_queued_outputs(const ExperimentConfig& config, const std::string& what);

/// Cycles of a run; `to` is not one of them.
struct CycleWindow {
    rtl::Cycle from = 0;
    rtl::Cycle to = rtl::kNever;
};

/// A message of a recorded run, with what was observed of it.
struct RecordedMessage {
    rtl::Message message;  ///< without its header and bytes
    bool header = false;   ///< a multicast
    std::optional<OperationPart> part;
    std::optional<rtl::Cycle> delivered;  ///< edge; of a multicast: of the last copy
    std::optional<Loss> loss;
    std::vector<rtl::Event> events;
};

/// What a run left in memory.
struct RecordedRun {
    std::shared_ptr<const topo::Topology> topology;
    rtl::NetworkDescription description;  ///< topology, router and links
    std::map<rtl::MessageId, RecordedMessage> messages;
    rtl::Cycle end = 0;  ///< nothing is known of this cycle and later ones
};

/// Keeps the messages that are under way in some windows of a run, from their first event on.
/// Memory: theirs, and those of the messages in the network.
class RunRecorder final : public rtl::EventObserver {
public:
    /// At least one.
    explicit RunRecorder(std::vector<CycleWindow> windows);

    void event(const rtl::Event& event) override;
    /// Ends the run after the last window. The recorder outlives the run.
    void listen(SimulationHooks& hooks);
    /// After the run, which ended before `end`.
    RecordedRun take(rtl::Cycle end);

private:
    void generated(const rtl::Message& message);
    void ended(rtl::MessageId id, rtl::Cycle edge);
    bool kept(rtl::Cycle from, rtl::Cycle to) const;
    RecordedMessage* find(rtl::MessageId id, rtl::Cycle edge);

    std::vector<CycleWindow> windows_;  ///< ascending, none overlaps another
    std::atomic<int> over_{0};
    std::map<rtl::MessageId, RecordedMessage> messages_;
    std::deque<std::pair<rtl::Cycle, rtl::MessageId>> ended_;  ///< and may still have an event
};

/// Simulates a checked configuration up to the last window. Throws as make_network and simulate.
RecordedRun record_run(const ExperimentConfig& config, std::vector<CycleWindow> windows,
                       Result* result = nullptr);

/// Edge at which nothing more was known of a message.
rtl::Cycle end_of(const RecordedMessage& message, const RecordedRun& run);

/// The way of a message as far as it was recorded. The run outlives the report.
MessageReport report_of(const RecordedMessage& message, const RecordedRun& run);

}  // namespace flitscope::tb
