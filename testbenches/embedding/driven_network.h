#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/drive/measurement/deadlock_watchdog.h"
#include "testbenches/drive/measurement/message_ledger.h"
#include "testbenches/drive/run/network_factory.h"
#include "testbenches/embedding/flitscope.h"
#include "testbenches/embedding/kernel_lease.h"

namespace flitscope::tb {

/// Called from time to time during a simulation: the number of a signal that ends it; 0: none.
using InterruptQuestion = std::function<int()>;

/// A network of any level, driven message by message by its owner, which offers messages at the
/// present edge or for later ones, says how far to simulate, and takes the deliveries. A message
/// that is offered in answer to a delivery joins at the edge of that delivery, as in a run.
///
/// Messages that join at one edge have ids in the order of (node, offer), whatever the level. Not
/// for several threads at once.
class DrivenNetwork : private rtl::NetworkClient {
public:
    /// Throws as make_network and refuse_deadlock, and ConfigError for what a driven network does
    /// not have: faults, recovery, waves. `name`: of the configuration, for advice.
    DrivenNetwork(const ExperimentConfig& config, const std::string& name);
    ~DrivenNetwork() override;
    DrivenNetwork(const DrivenNetwork&) = delete;
    DrivenNetwork& operator=(const DrivenNetwork&) = delete;

    std::int64_t nodes() const { return nodes_; }
    std::string level() const { return built_.network->level(); }
    rtl::Cycle now() const { return now_; }
    std::int64_t under_way() const {
        return ledger_.under_way() + static_cast<std::int64_t>(joining_.size());
    }

    /// Throws UsageError for a message that this network does not take; nothing is offered then.
    void check(const flitscope_message& message) const;
    /// A checked one.
    void offer(const flitscope_message& message);

    enum class StepEnd { at_edge, at_delivery };
    /// As flitscope_step. Throws UsageError for an edge in the past or too far away, Interrupted,
    /// DeadlockFound, RunFault, and what the network throws; after the latter three every call but
    /// the destructor is a UsageError.
    void step(rtl::Cycle until, StepEnd end, const InterruptQuestion& interrupted);

    std::size_t waiting() const { return deliveries_.size(); }
    /// Moves up to `capacity` deliveries to `out`; how many.
    std::size_t take(flitscope_delivery* out, std::size_t capacity);

private:
    void check_alive() const;
    bool done() const;
    void join(rtl::Network& network);
    void delivered(const rtl::Delivery& delivery) override;
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override;
    rtl::Cycle next_edge() const override;

    // In the order in which they are needed.
    std::unique_ptr<KernelLease> kernel_;  ///< none: all routers are at level fast
    BuiltNetwork built_;
    std::int64_t nodes_;
    std::int64_t longest_;  ///< flits
    std::string longest_why_;
    int classes_;
    DeadlockWatchdog watchdog_;
    MessageLedger ledger_;
    rtl::Cycle now_ = 0;

    /// By (edge, node), and in the order of offers.
    std::multimap<std::pair<rtl::Cycle, std::int64_t>, flitscope_message> joining_;
    std::vector<std::uint32_t> sequence_;  ///< by node: its next message's
    std::deque<std::uint64_t> tags_;       ///< of the ids from first_tag_ on
    rtl::MessageId first_tag_ = 0;
    std::deque<flitscope_delivery> deliveries_;
    std::string dead_;  ///< why it cannot go on; empty: it can

    // Of the running step.
    rtl::Cycle until_ = 0;
    StepEnd end_ = StepEnd::at_edge;
    const InterruptQuestion* interrupted_ = nullptr;
    rtl::Cycle next_look_ = 0;  ///< at which the user is asked
    int signal_ = 0;
    bool any_delivered_ = false;
    rtl::Cycle delivered_at_ = rtl::kNever;  ///< edge that must be served for that
    std::optional<DeadlockReport> deadlock_;
};

}  // namespace flitscope::tb
