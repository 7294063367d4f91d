#include "testbenches/drive/measurement/fault_schedule.h"

#include <algorithm>
#include <stdexcept>

#include "testbenches/drive/traffic/deterministic_math.h"

namespace flitscope::tb {

namespace {

/// Edges beyond are never reached.
constexpr double kFar = 0x1p60;

}  // namespace

FaultSchedule::FaultSchedule(std::vector<FaultConfig> faults, std::uint64_t seed)
    : random_(seed, RandomPurpose::fault) {
    for (FaultConfig& fault : faults) {
        entries_.push_back({std::move(fault)});
    }
    for (Entry& entry : entries_) {
        begin_life(entry, 0);
    }
}

rtl::Cycle FaultSchedule::next_edge() const {
    rtl::Cycle next = rtl::kNever;
    for (const Entry& entry : entries_) {
        next = std::min(next, entry.next);
    }
    return next;
}

/// Exponential: P(a failure in the cycle after any one of life) = 1 - exp(-rate).
void FaultSchedule::begin_life(Entry& entry, rtl::Cycle edge) const {
    const std::uint64_t life = entry.life++;
    if (entry.fault.at) {
        entry.next = life == 0 ? *entry.fault.at : rtl::kNever;
        return;
    }
    const double u = unit_interval(random_.at(static_cast<topo::NodeId>(number_of(entry)), life));
    const double cycles = -natural_log(u) / entry.fault.rate;
    entry.next = cycles < kFar ? edge + 1 + static_cast<rtl::Cycle>(cycles) : rtl::kNever;
    if (entry.fault.until && entry.next >= *entry.fault.until) {
        entry.next = rtl::kNever;
    }
}

void FaultSchedule::fail(Entry& entry, rtl::Cycle edge) {
    const FaultConfig& fault = entry.fault;
    entry.next = fault.until.value_or(rtl::kNever);
    if (fault.duration) {
        entry.next = std::min(entry.next, edge + *fault.duration);
    }
    if (fault.spare_delay && spares_used_.insert(fault.element.node).second) {
        entry.next = std::min(entry.next, edge + *fault.spare_delay);
    }
}

std::vector<FaultSchedule::Event> FaultSchedule::events_at(rtl::Cycle edge) {
    std::vector<Event> events;
    for (Entry& entry : entries_) {
        if (entry.next < edge) {
            throw std::logic_error("faults: edge " + std::to_string(entry.next) + " was left out");
        }
        if (entry.next > edge) {
            continue;
        }
        entry.dead = !entry.dead;
        events.push_back({&entry.fault, entry.dead});
        if (entry.dead) {
            fail(entry, edge);
        } else {
            begin_life(entry, edge);
        }
    }
    return events;
}

}  // namespace flitscope::tb
