#include "testbenches/drive/measurement/deadlock_watchdog.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace flitscope::tb {

namespace {

/// Far longer than any pipeline stage, and longer than any link is busy with a flit or a wire holds
/// one.
rtl::Cycle stall_limit(const rtl::NetworkDescription& description) {
    rtl::Cycle longest = 0;
    for (const rtl::LinkParameters& link : description.links) {
        longest = std::max<rtl::Cycle>(longest, 2 * link.latency + link.cycles_per_flit);
    }
    return 1000 + longest;
}

}  // namespace

DeadlockWatchdog::DeadlockWatchdog(const rtl::NetworkDescription& description)
    : topology_(description.topology),
      stall_limit_(stall_limit(description)),
      checks_per_patience_((kPatience + stall_limit_ - 1) / stall_limit_),
      // No message waits for room there, and nothing bounds the time of a flit.
      queued_outputs_(description.router.queued_outputs()),
      next_edge_(queued_outputs_ ? rtl::kNever : stall_limit_) {}

std::optional<DeadlockReport> DeadlockWatchdog::at_edge(rtl::Cycle edge,
                                                        const rtl::Network& network,
                                                        rtl::MessageId oldest,
                                                        rtl::MessageId next_id) {
    next_edge_ = (edge / stall_limit_ + 1) * stall_limit_;
    // Checks are at multiples only: levels may differ in which edges they skip while nothing is
    // under way, and such an edge needs no check.
    if (edge % stall_limit_ != 0) {
        return std::nullopt;
    }
    const rtl::NetworkCounters counters = network.counters();
    const std::uint64_t moved = counters.flits_injected + counters.flit_hops;
    const bool stalled =
        moved == moved_ && counters.flits_injected > counters.flits_ejected + counters.flits_purged;
    moved_ = moved;
    bool somebody_waits_long = false;
    if (edge / stall_limit_ % checks_per_patience_ == 0) {
        somebody_waits_long = oldest < known_ids_;
        known_ids_ = next_id;
    }
    if (!stalled && !somebody_waits_long) {
        return std::nullopt;
    }
    std::optional<DeadlockReport> found = look(edge, network);
    if (!found && stalled) {
        throw std::logic_error("no flit moved in the " + std::to_string(stall_limit_) +
                               " cycles before edge " + std::to_string(edge) +
                               ", although no VCs wait for each other in a cycle");
    }
    return found;
}

std::optional<DeadlockReport> DeadlockWatchdog::look(rtl::Cycle edge,
                                                     const rtl::Network& network) const {
    if (queued_outputs_) {
        return std::nullopt;
    }
    rtl::Deadlock deadlock = rtl::find_deadlock(network.waits(), *topology_);
    return deadlock.found() ? std::optional(DeadlockReport{edge, std::move(deadlock)})
                            : std::nullopt;
}

}  // namespace flitscope::tb
