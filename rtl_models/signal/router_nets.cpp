#include "rtl_models/signal/router_nets.h"

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

InputNets::InputNets(int port, int vcs, bool purging)
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
