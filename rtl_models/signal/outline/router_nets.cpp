#include "rtl_models/signal/outline/router_nets.h"

#include "rtl_models/signal/bundles/optional_ports.h"
#include "rtl_models/signal/bundles/sized_bundle.h"

namespace flitscope::rtl {

namespace {

template <typename Bundle>
Bundle sized(int vcs) {
    PinSizes sizes;
    sizes.vcs = vcs;
    return sized_bundle<Bundle>(sizes);
}

}  // namespace

AbsorbNets::AbsorbNets(int port, int vcs)
    : head(numbered("header_head", port), sized<Heads>(vcs)),
      action(numbered("header_action", port), sized<HeaderActions>(vcs)),
      served(numbered("header_served", port), sized<ServedEntries>(vcs)),
      request(numbered("absorb_request", port), sized<HeadRequests>(vcs)),
      vc_grant(numbered("absorb_vc_grant", port), sized<VcGrants>(vcs)),
      active(numbered("absorb_active", port), sized<ActiveVcs>(vcs)),
      grant(numbered("absorb_grant", port)),
      route(numbered("absorb_route", port), sized<Routes>(vcs)),
      stage(numbered("absorb_stage", port)),
      error(numbered("absorb_error", port)),
      pop(numbered("pop", port)),
      drop(numbered("drop", port)) {}

TraversalNets::TraversalNets(int port, int vcs)
    : front(numbered("crossbar_front", port), PerVc<Flit>(vcs)),
      active(numbered("crossbar_active", port), sized<ActiveVcs>(vcs)),
      grant(numbered("crossbar_grant", port)),
      ahead(numbered("crossbar_ahead", port), sized<AheadRoutes>(vcs)),
      absorb_active(numbered("crossbar_absorb_active", port), sized<ActiveVcs>(vcs)),
      absorb_grant(numbered("crossbar_absorb_grant", port)),
      served(numbered("crossbar_served", port), sized<ServedEntries>(vcs)),
      error(numbered("crossbar_error", port)) {}

SentNets::SentNets(int port, int vcs)
    : sent(numbered("output_sent", port)),
      dropped(numbered("output_dropped", port), DroppedFlits(vcs)) {}

ExtraNets::ExtraNets(int port, int vcs)
    : leaving(numbered("leaving", port)),
      dropped(numbered("leaving_dropped", port), DroppedFlits(vcs)) {}

InputNets::InputNets(int port, int vcs, bool purging, bool headers, bool lookahead,
                     const RouterParameters& parameters)
    : filled(numbered("filled", port)),
      front(numbered("front", port), PerVc<Flit>(vcs)),
      head(numbered("head", port), sized<Heads>(vcs)),
      tail(numbered("tail", port)),
      count(numbered("count", port), PerVc<std::uint32_t>(vcs)),
      request(numbered("vc_request", port), sized<HeadRequests>(vcs)),
      vc_grant(numbered("vc_grant", port), sized<VcGrants>(vcs)),
      active(numbered("active", port), sized<ActiveVcs>(vcs)),
      grant(numbered("switch_grant", port)),
      route(numbered("vc_route", port), sized<Routes>(vcs)),
      stage(numbered("vc_stage", port)) {
    if (headers) {
        absorb = std::make_unique<AbsorbNets>(port, vcs);
    }
    if (lookahead) {
        ahead =
            std::make_unique<Wire<AheadRoutes>>(numbered("ahead", port), sized<AheadRoutes>(vcs));
    }
    if (parameters.vc_at_switch()) {
        asking = std::make_unique<Wire<ActiveVcs>>(numbered("asking", port), sized<ActiveVcs>(vcs));
    }
    if (parameters.speculates()) {
        wasted = std::make_unique<Wire<VcMask>>(numbered("switch_wasted", port));
    }
    if (parameters.stages().traversal > 0) {
        traversal = std::make_unique<TraversalNets>(port, vcs);
    }
    if (parameters.has_priorities()) {
        priority =
            std::make_unique<Wire<Priorities>>(numbered("priorities", port), Priorities(vcs));
    }
    if (purging) {
        release =
            std::make_unique<Wire<ActiveVcs>>(numbered("vc_release", port), sized<ActiveVcs>(vcs));
    }
}

OutputNets::OutputNets(int port, int vcs, const RouterParameters& parameters)
    : taken(numbered("output_taken", port)),
      crossing(numbered("crossing", port)),
      state(numbered("output_state", port)),
      ready(numbered("output_ready", port)),
      outstanding(numbered("output_outstanding", port), PerVc<std::uint32_t>(vcs)) {
    if (parameters.speculates()) {
        open = std::make_unique<Wire<bool>>(numbered("output_open", port));
    }
    if (parameters.stages().traversal > 0) {
        traversal = std::make_unique<SentNets>(port, vcs);
    }
    if (parameters.extra_stages > 0) {
        delay = std::make_unique<ExtraNets>(port, vcs);
    }
}

}  // namespace flitscope::rtl
