#include "rtl_models/signal/outline/router_nets.h"

namespace flitscope::rtl {

namespace {

/// The name of a signal of a port. SystemC copies it.
class NetName {
public:
    NetName(const char* net, int port) : text_(std::string(net) + '_' + std::to_string(port)) {}
    operator const char*() const { return text_.c_str(); }

private:
    std::string text_;
};

template <typename Bundle>
Bundle sized(int vcs) {
    Bundle bundle;
    bundle.of = decltype(bundle.of)(vcs);
    return bundle;
}

VcGrants sized_grants(int vcs) {
    VcGrants grants;
    grants.vc = PerVc<std::int32_t>(vcs);
    return grants;
}

}  // namespace

AbsorbNets::AbsorbNets(int port, int vcs)
    : head(NetName("header_head", port), sized<Heads>(vcs)),
      action(NetName("header_action", port), sized<HeaderActions>(vcs)),
      served(NetName("header_served", port), sized<ServedEntries>(vcs)),
      request(NetName("absorb_request", port), sized<HeadRequests>(vcs)),
      vc_grant(NetName("absorb_vc_grant", port), sized_grants(vcs)),
      active(NetName("absorb_active", port), sized<ActiveVcs>(vcs)),
      grant(NetName("absorb_grant", port)),
      route(NetName("absorb_route", port), sized<Routes>(vcs)),
      stage(NetName("absorb_stage", port)),
      error(NetName("absorb_error", port)),
      pop(NetName("pop", port)),
      drop(NetName("drop", port)) {}

InputNets::InputNets(int port, int vcs, bool purging, bool headers)
    : filled(NetName("filled", port)),
      front(NetName("front", port), PerVc<Flit>(vcs)),
      head(NetName("head", port), sized<Heads>(vcs)),
      tail(NetName("tail", port)),
      count(NetName("count", port), PerVc<std::uint32_t>(vcs)),
      request(NetName("vc_request", port), sized<HeadRequests>(vcs)),
      vc_grant(NetName("vc_grant", port), sized_grants(vcs)),
      active(NetName("active", port), sized<ActiveVcs>(vcs)),
      grant(NetName("switch_grant", port)),
      route(NetName("vc_route", port), sized<Routes>(vcs)),
      stage(NetName("vc_stage", port)) {
    if (headers) {
        absorb = std::make_unique<AbsorbNets>(port, vcs);
    }
    if (purging) {
        release =
            std::make_unique<Wire<ActiveVcs>>(NetName("vc_release", port), sized<ActiveVcs>(vcs));
    }
}

OutputNets::OutputNets(int port, int vcs)
    : taken(NetName("output_taken", port)),
      crossing(NetName("crossing", port)),
      state(NetName("output_state", port)),
      ready(NetName("output_ready", port)),
      outstanding(NetName("output_outstanding", port), PerVc<std::uint32_t>(vcs)) {}

}  // namespace flitscope::rtl
