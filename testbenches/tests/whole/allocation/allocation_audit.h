#pragma once

#include <cstdint>
#include <string>

#include "rtl_models/router/allocators/decision_makers.h"

namespace flitscope::tb {

/// Listens to the allocators of a network: every grant of every router is held against the slow
/// reference that is written from docs/router.md. Outlives the network.
class AllocationAudit {
public:
    /// Of routers with this kind of arbiter. `arbiters`: what the network's allocators are made of
    /// instead, empty: that kind.
    explicit AllocationAudit(rtl::ArbiterKind arbiter, rtl::MakeArbiters arbiters = {});

    /// For NetworkDescription::makers.
    const rtl::DecisionMakers& makers() const { return makers_; }

    /// Over all allocators: grants; cycles with more requests than grants.
    std::uint64_t grants() const { return grants_; }
    std::uint64_t contended() const { return contended_; }
    /// Empty, or the first cycle whose grants are not those of the reference.
    const std::string& difference() const { return difference_; }

private:
    template <typename Allocation, typename Request, typename Grant, typename Reference>
    class Listened;

    void count(std::size_t requests, std::size_t granted);

    rtl::DecisionMakers makers_;
    std::uint64_t grants_ = 0;
    std::uint64_t contended_ = 0;
    std::string difference_;
};

}  // namespace flitscope::tb
