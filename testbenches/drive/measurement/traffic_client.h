#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>

#include "testbenches/drive/measurement/deadlock_recovery.h"
#include "testbenches/drive/measurement/deadlock_watchdog.h"
#include "testbenches/drive/measurement/measurement.h"
#include "testbenches/drive/measurement/message_ledger.h"
#include "testbenches/drive/measurement/network_faults.h"
#include "testbenches/drive/measurement/simulation_hooks.h"
#include "testbenches/drive/traffic/traffic_source.h"

namespace flitscope::tb {

/// Drives a network of any level with the traffic of a configuration and measures it.
///
/// Bounded source queues: `lose` drops a message that finds its queue full; with `wait` it waits in
/// front of the queue, in order per node, its latency counting from when it was generated.
class TrafficClient : public rtl::NetworkClient {
public:
    /// Throws OptionError when the traffic does not fit the topology. The description must
    /// outlive the client.
    TrafficClient(const TrafficConfig& traffic, const MeasureConfig& measure, std::uint64_t seed,
                  const rtl::NetworkDescription& description, const SimulationHooks& hooks = {});

    rtl::Cycle next_edge() const override;
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override;
    void delivered(const rtl::Delivery& delivery) override;
    void handed(const rtl::ReductionResult& result) override;

    /// Deadlocks are resolved (docs/recovery_and_faults.md) and end no run but where that does not
    /// help. Before the run, of a network with NetworkDescription::purging.
    void recover_deadlocks(const rtl::NetworkDescription& description) {
        recovery_.emplace(description);
    }
    /// Nodes and links fail. Before the run, of a network with NetworkDescription::live.
    void inject_faults(const std::vector<FaultConfig>& faults,
                       const rtl::NetworkDescription& description) {
        faults_.emplace(faults, description);
    }
    /// Failures so far, and lost messages that had no way.
    std::int64_t failures() const { return faults_ ? faults_->failures() : 0; }
    std::int64_t unreachable() const { return unreachable_; }
    /// Messages that were taken out to be sent again.
    std::int64_t retransmitted() const { return recovery_ ? recovery_->retransmitted() : 0; }
    /// Ends the run at the next edge, before the measurement would.
    void stop() { stopped_ = stopped_ || !over(); }
    /// Messages that ended with a protocol error (rtl::Delivery::error); the first ends the run.
    std::int64_t protocol_errors() const { return protocol_errors_; }
    /// Of the first one; only with protocol_errors().
    const rtl::Delivery& first_error() const { return first_error_.value(); }
    /// The run is over; what happens now belongs to the closing cycle, or to those in which
    /// routers from outside make sure of what they suspect (Network::suspense).
    bool over() const { return over_; }
    bool in_suspense() const { return now_ < certain_at_; }
    bool stopped() const { return stopped_; }
    /// Of a trace, that did not join in the run.
    std::size_t lines_left() const { return lines_left_; }
    const Measurement& measurement() const { return measurement_; }
    const std::optional<DeadlockReport>& deadlock() const { return deadlock_; }
    /// The network's counters at the call that ended the run, and what it had not compared.
    const rtl::NetworkCounters& counters() const { return counters_; }
    std::int64_t unchecked() const { return unchecked_; }
    /// After the end: every message generated is in exactly one of delivered, lost and under way,
    /// here and in the network's own counters. Throws std::logic_error. Where a closing cycle
    /// follows, at_edge does it at the end of the run.
    void check_books() const;

private:
    bool serve(rtl::Cycle edge, rtl::Network& network);
    void count_begun(rtl::Cycle edge);
    void offer_messages(rtl::Cycle edge, rtl::Network& network);
    void report_generated(const rtl::Message& message) const;
    void offer(const rtl::Message& message, rtl::Network& network);
    std::vector<rtl::MessageId> look_for_deadlock(rtl::Cycle edge, const rtl::Network& network);
    void look_before_it_is_called_saturated(rtl::Cycle edge, const rtl::Network& network);
    void watch_queue(const rtl::Message& message, const rtl::Network& network);
    bool close(rtl::Cycle edge, rtl::Network& network);
    void count_generated(const rtl::Message& message) {
        if (!over_) {
            measurement_.generated(message, source_->in_operation(message));
        }
    }
    void offer_or_lose(const rtl::Message& message, rtl::Network& network);
    void offer_waiting(rtl::Network& network);
    void end_by_error(const rtl::Delivery& delivery);
    void offer_returning(rtl::Cycle edge, rtl::Network& network);
    bool leads_on(const rtl::Message& message) const {
        return !faults_ || faults_->leads_on(message);
    }
    void lose_to_faults(rtl::Cycle edge, rtl::Network& network,
                        std::vector<rtl::MessageId>& victims);
    void lose(const rtl::Message& message, Loss::Cause cause, bool joined, rtl::Cycle next);
    bool has_room(const rtl::Message& message, const rtl::Network& network) const;
    bool exhausted() const {
        return source_->next_edge() == rtl::kNever && ledger_.under_way() == 0;
    }

    std::unique_ptr<TrafficSource> source_;
    Measurement measurement_;
    DeadlockWatchdog watchdog_;
    std::optional<DeadlockRecovery> recovery_;
    std::optional<NetworkFaults> faults_;
    std::int64_t unreachable_ = 0;
    std::int64_t purged_ = 0;  ///< lost in the network
    MessageLedger ledger_;
    int queue_limit_;  ///< messages per source queue, or rtl::kUnbounded
    WhenFull when_full_;
    bool operations_;  ///< there may be messages that are more than unicasts
    std::map<topo::NodeId, std::deque<rtl::Message>> waiting_;  ///< in front of full queues
    std::int64_t waiting_messages_ = 0;
    std::int64_t protocol_errors_ = 0;
    std::optional<rtl::Delivery> first_error_;
    rtl::Cycle now_ = -1;
    rtl::Cycle wake_ = rtl::kNever;  ///< edge at which the last message of all was delivered, or
                                     ///< after one at which messages were taken out
    bool stopped_ = false;
    bool over_ = false;
    rtl::Cycle certain_at_ = 0;  ///< over_: edge at which there is no suspense any more
    std::int64_t unchecked_ = 0;
    std::size_t lines_left_ = 0;
    SimulationHooks hooks_;
    rtl::Cycle next_report_ = 0;  ///< of the progress
    std::optional<DeadlockReport> deadlock_;
    rtl::NetworkCounters counters_;
};

}  // namespace flitscope::tb
