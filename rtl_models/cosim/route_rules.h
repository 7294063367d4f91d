#pragma once

#include "rtl_models/cosim/router_shadow.h"
#include "rtl_models/router/contract/header_route.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::cosim {

/// The rules for route computation in a verilated router in the running cycle, after the events so
/// far: docs/router.md, sections 4 and 12; docs/headers_and_branches.md, section 1.
class RouteRules {
public:
    /// An output, and the VCs that a head may request there.
    struct Way {
        int port = -1;
        rtl::VcRange allowed{};
    };

    /// `router` and `shadow` must outlive it.
    RouteRules(const rtl::RouterModule& router, const rtl::RouterInstance& instance,
               const RouterShadow& shadow);

    const topo::RoutingFunction& unicasts() const { return *routing_; }
    /// With header routings; null: no multicasts.
    const rtl::NetworkDescription* network() const { return network_; }
    /// Null: routes are computed.
    const rtl::RouteTables* tables() const { return tables_; }
    /// Routes may be missing, and change.
    bool live() const { return live_; }

    /// RC works on the head at the front.
    bool routes(int port, const RouterShadow::InputVc& in) const;
    /// The action for the head of a multicast.
    rtl::HeaderAction action(int port, const rtl::Flit& head) const;
    /// Of the branch that unicasts have; `in` has a head that gets one.
    Way forward(int port, const RouterShadow::InputVc& in) const;
    Way absorb(int port, const rtl::Flit& head) const;

private:
    topo::RouteCandidate candidate(int port, const rtl::Flit& head, bool again) const;
    std::uint32_t load(const topo::RouteCandidate& candidate, const rtl::Flit& head) const;
    rtl::VcRange range(const topo::RouteCandidate& candidate, const rtl::Flit& head) const;
    bool stops(int port, const rtl::Flit& head) const;

    const rtl::RouterModule& router_;
    const RouterShadow& shadow_;
    const topo::RoutingFunction* routing_;
    const rtl::NetworkDescription* network_;
    const rtl::RouteTables* tables_;
    bool live_;
    bool ties_random_;
};

}  // namespace flitscope::cosim
