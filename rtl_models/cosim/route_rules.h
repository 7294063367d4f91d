#pragma once

#include "rtl_models/cosim/router_shadow.h"
#include "rtl_models/router/contract/header_route.h"
#include "rtl_models/router/output_vc_rules.h"
#include "rtl_models/router/vc_credits.h"
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
        bool detour = false;  ///< the bit of UGAL
    };

    /// `router` and `shadow` must outlive it.
    RouteRules(const rtl::RouterModule& router, const rtl::RouterInstance& instance,
               const RouterShadow& shadow);

    const topo::RoutingFunction& unicasts() const { return *routing_; }
    /// With header routings; null: no multicasts.
    const rtl::NetworkDescription* network() const { return network_; }
    /// Null: no lookahead.
    const rtl::Lookahead* lookahead() const { return lookahead_.get(); }
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
    bool ends_here(const rtl::Flit& head) const;  ///< of a unicast
    bool stops(int port, const rtl::Flit& head) const;

    const rtl::RouterModule& router_;
    const RouterShadow& shadow_;
    const topo::RoutingFunction* routing_;
    const rtl::NetworkDescription* network_;
    const rtl::RouteTables* tables_;
    std::shared_ptr<const rtl::Lookahead> lookahead_;
    bool live_;
    bool ties_random_;
};

/// The legal grants at the outputs of a verilated router in the running cycle, after the events so
/// far (docs/router.md, sections 5 and 6).
class OutputRules {
public:
    /// Both must outlive it.
    OutputRules(const rtl::RouterModule& router, const RouterShadow& shadow)
        : router_(router), shadow_(shadow) {}

    /// Whether a VC may be granted to a head whose message has so many flits.
    bool grantable(int port, int vc, std::uint32_t length) const {
        const RouterShadow::OutputVc& out = shadow_.output_vc(port, vc);
        return rtl::OutputVcRules(parameters())
            .grantable(out.held, out.outstanding,
                       endless(port) ? rtl::kUnbounded : credits(port, vc), length);
    }
    /// Whether it is one of the VCs that the branch requests.
    bool has_grantable(const RouterShadow::Branch& branch, std::uint32_t length) const {
        bool found = false;
        for (int v = branch.wanted.first; v < branch.wanted.first + branch.wanted.count; ++v) {
            found = found || grantable(branch.output, v, length);
        }
        return found;
    }
    /// A flit has a credit.
    bool has_credit(int port, int vc) const { return credits(port, vc) != 0; }
    /// ... and a link.
    bool sendable(int port, int vc) const {
        return shadow_.output(port).link_free <= router_.cycle() && has_credit(port, vc);
    }
    /// An output without credits.
    bool endless(int port) const { return port >= router_.ports().network; }

private:
    const rtl::RouterParameters& parameters() const { return router_.context().parameters; }
    int credits(int port, int vc) const {
        return rtl::VcCredits(parameters()).of(vc, [&](int w) {
            return shadow_.output_vc(port, w).outstanding;
        });
    }

    const rtl::RouterModule& router_;
    const RouterShadow& shadow_;
};

}  // namespace flitscope::cosim
