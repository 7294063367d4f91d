#pragma once

#include <set>
#include <vector>

#include "rtl_models/router/contract/fault_port.h"
#include "testbenches/drive/measurement/fault_config.h"
#include "testbenches/drive/measurement/simulation_hooks.h"
#include "testbenches/drive/traffic/random_numbers.h"
#include "topologies/routing/live_routing.h"

namespace flitscope::tb {

/// The times at which elements fail and are repaired; they follow from the configuration and the
/// seed alone.
class FaultSchedule {
public:
    FaultSchedule(std::vector<FaultConfig> faults, std::uint64_t seed);

    struct Event {
        const FaultConfig* fault = nullptr;
        bool fails = false;  ///< else it is repaired
    };
    /// The next edge with an event; kNever: there is none.
    rtl::Cycle next_edge() const;
    /// The events of this edge, in the order of the configuration. Edges must ascend, and no edge
    /// with an event may be skipped.
    std::vector<Event> events_at(rtl::Cycle edge);

private:
    struct Entry {
        FaultConfig fault;
        bool dead = false;
        rtl::Cycle next = rtl::kNever;  ///< edge of its next event
        std::uint64_t life = 0;         ///< number of the next failure's life
    };
    void begin_life(Entry& entry, rtl::Cycle edge) const;
    void fail(Entry& entry, rtl::Cycle edge);
    std::uint64_t number_of(const Entry& entry) const {
        return static_cast<std::uint64_t>(&entry - entries_.data());
    }

    std::vector<Entry> entries_;
    RandomNumbers random_;
    std::set<topo::NodeId> spares_used_;
};

/// Faults of a run (docs/recovery_and_faults.md, section 2): changes what is alive, and selects the
/// messages that are lost.
class NetworkFaults {
public:
    /// Of a network with NetworkDescription::live, which outlives it.
    NetworkFaults(const std::vector<FaultConfig>& faults,
                  const rtl::NetworkDescription& description)
        : live_(description.live), seed_(description.seed), schedule_(faults, description.seed) {}

    /// First edge after `edge` at which at_edge must be called. While an element is dead, a head
    /// may be stranded at any edge.
    rtl::Cycle next_edge(rtl::Cycle edge, bool messages_under_way) const {
        return messages_under_way && !live_->graph().all_alive() ? edge + 1 : schedule_.next_edge();
    }

    struct Lost {
        rtl::Message message;
        Loss::Cause cause;
    };
    /// Call it before messages join. Returns the messages to purge, ascending.
    std::vector<Lost> at_edge(rtl::Cycle edge, rtl::Network& network);
    /// Whether a message that joins now has a route out of its source, and its destination is
    /// alive.
    bool leads_on(const rtl::Message& message) const;

    std::int64_t failures() const { return failures_; }

private:
    void hit(const topo::FaultElement& element, const rtl::FaultPort& network,
             std::vector<Lost>& losses) const;

    topo::LiveRouting* live_;
    std::uint64_t seed_;
    FaultSchedule schedule_;
    std::int64_t failures_ = 0;
};

}  // namespace flitscope::tb
