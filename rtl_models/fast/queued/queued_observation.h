#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/fast/queued/queued_state.h"
#include "rtl_models/router/flit.h"

namespace flitscope::tl {

/// The flits of a network with queued outputs, for its observer; without an observer there are only
/// messages. Follows every message in service flit by flit.
class QueuedObservation {
public:
    explicit QueuedObservation(rtl::NetworkObserver* observer) : observer_(observer) {}

    bool on() const { return observer_ != nullptr; }
    /// Whether there are flits on wires that were not reported yet.
    bool pending() const { return !services_.empty(); }

    /// A service begins at the current edge.
    void started(const QueuedState& state, std::uint32_t link, const QueuedMessage& message);
    void joined(const QueuedState& state, const QueuedMessage& message);
    void routed(const QueuedState& state, const QueuedMessage& message, std::uint32_t output);
    /// Delivered at the current edge.
    void consumed(const QueuedState& state, const QueuedMessage& message);
    /// Reports the flits that reach the other ends at the current edge, and those on the wires in
    /// the cycle that begins there.
    void arrive(const QueuedState& state);
    void send(const QueuedState& state);

private:
    struct Service {
        rtl::Flit flit;  ///< what all its flits share
        rtl::Cycle start = 0;
        rtl::Cycle cycles = 0;
        std::int32_t latency = 0;
        topo::NodeId from = 0;
        topo::NodeId to = 0;
        int from_input = 0;
        int output = 0;
        int to_input = 0;
        std::uint32_t sent = 0;     ///< flits
        std::uint32_t arrived = 0;  ///< flits
    };

    rtl::NetworkObserver* observer_;
    std::vector<Service> services_;
};

}  // namespace flitscope::tl
