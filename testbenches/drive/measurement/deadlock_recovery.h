#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "testbenches/drive/measurement/deadlock_watchdog.h"

namespace flitscope::tb {

/// `deadlock: recover_regressive` (docs/recovery_and_faults.md): looks for deadlocks, selects the
/// messages to purge, and schedules when they join again.
class DeadlockRecovery {
public:
    explicit DeadlockRecovery(const rtl::NetworkDescription& description)
        : topology_(description.topology), seed_(description.seed) {}

    /// Edges between two checks.
    static constexpr rtl::Cycle kPeriod = 256;
    static rtl::Cycle next_look(rtl::Cycle edge) { return (edge / kPeriod + 1) * kPeriod; }

    /// The result of a check at an edge.
    struct Look {
        std::vector<rtl::MessageId> victims;     ///< to be purged
        std::optional<DeadlockReport> hopeless;  ///< a message waits for itself alone
    };
    /// Call it at every edge of a client call; it checks at multiples of kPeriod.
    Look at_edge(rtl::Cycle edge, const rtl::Network& network) const;

    void offered(const rtl::Message& message) { under_way_[message.id].message = message; }
    void delivered(rtl::MessageId message) { under_way_.erase(message); }
    /// The victims were purged at this edge.
    void purged(rtl::Cycle edge, const std::vector<rtl::MessageId>& victims);
    /// Messages that join again at this edge.
    std::vector<rtl::Message> returning_at(rtl::Cycle edge);
    /// Earliest edge at which a message joins again; kNever: none waits.
    rtl::Cycle next_return() const {
        return returning_.empty() ? rtl::kNever : returning_.begin()->first;
    }

    std::int64_t retransmitted() const { return retransmitted_; }  ///< purged so far
    std::int64_t waiting() const { return static_cast<std::int64_t>(returning_.size()); }

private:
    struct Sent {
        rtl::Message message;
        int failed = 0;  ///< attempts
    };

    const topo::Topology* topology_;
    std::uint64_t seed_;
    std::unordered_map<rtl::MessageId, Sent> under_way_;
    std::multimap<rtl::Cycle, rtl::MessageId> returning_;
    std::int64_t retransmitted_ = 0;
};

}  // namespace flitscope::tb
