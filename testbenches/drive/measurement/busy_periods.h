#pragma once

#include <string>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

/// The longest time without a break in which messages waited: in the queue of an injection port,
/// or, with queued outputs, for a link. It distinguishes a network that carries its load from one
/// that was observed too briefly (docs/measurement.md, "State").
///
/// A queue that receives more than it can serve is empty for the last time early in the run, so its
/// longest busy period is nearly the whole run, however slowly it grows. The bound is scale-free: a
/// queue at its capacity is a reflected random walk, and 1.4 % of those have no excursion of a
/// sixth of their length (`busy_periods_test.cpp` draws them).
class BusyPeriods {
public:
    static constexpr int kShare = 6;  ///< a run lasts so many times its longest busy period

    explicit BusyPeriods(const rtl::NetworkDescription& description);

    /// A message joins `queue` of `node` at this edge, where `waiting` are in front of it. Of those
    /// at one edge any order.
    void joins(topo::NodeId node, int queue, rtl::Cycle edge, std::size_t waiting);
    /// Samples the links of queued outputs; does nothing for other routers.
    void look(rtl::Cycle edge, const rtl::Network& network);

    rtl::Cycle longest() const { return longest_.cycles; }
    /// Whether a run from 0 to `end` saw every queue empty again and again.
    bool settled(rtl::Cycle end) const { return longest_.cycles * kShare <= end; }
    /// The part that was busy for longest, in words: "the source queue of node 5".
    std::string busiest() const;

private:
    struct Period {
        rtl::Cycle cycles = 0;
        topo::NodeId node = topo::kNoNode;
        int port = 0;  ///< of the link, or number of the queue
    };
    void keep(const Period& period);

    const topo::Topology* topology_;
    bool links_;
    std::size_t queues_ = 1;               ///< of a node, at most
    std::vector<rtl::Cycle> idle_;         ///< [node * queues_ + queue] last seen empty
    std::vector<rtl::Cycle> link_idle_;    ///< [channel], likewise
    std::vector<std::uint64_t> idle_for_;  ///< [channel] cycles until the last look
    Period longest_;
};

}  // namespace flitscope::tb
