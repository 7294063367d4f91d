#pragma once

#include <set>
#include <vector>

#include "testbenches/drive/measurement/fault_config.h"
#include "testbenches/drive/traffic/random_numbers.h"

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

}  // namespace flitscope::tb
