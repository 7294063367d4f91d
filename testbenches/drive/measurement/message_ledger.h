#pragma once

#include <cstdint>
#include <deque>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

/// Books every message of a run: generated once, then delivered once or lost once.
///
/// 4 bytes for every id from the oldest message under way to the newest: a fingerprint of the
/// generated message, for comparison with the delivered one. Errors are std::logic_error with id
/// and edge.
class MessageLedger {
public:
    /// The topology outlives it.
    explicit MessageLedger(const topo::Topology& topology) : topology_(&topology) {}

    void generated(const rtl::Message& message);  ///< ids 0, 1, 2, ... in this order
    void lost(const rtl::Message& message);
    /// Also checks that the times of the delivery are in order.
    void delivered(const rtl::Delivery& delivery);

    std::int64_t under_way() const { return under_way_; }
    rtl::MessageId next_id() const { return oldest_ + slots_.size(); }  ///< ids generated so far
    rtl::MessageId oldest() const { return oldest_; }  ///< id under way; next_id() if none

private:
    void settle(const rtl::Message& message, const char* what);

    const topo::Topology* topology_;
    std::deque<std::uint32_t> slots_;  ///< [id - oldest_] fingerprint; 0: not under way
    rtl::MessageId oldest_ = 0;
    std::int64_t under_way_ = 0;
};

}  // namespace flitscope::tb
