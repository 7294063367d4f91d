#include "rtl_models/signal/outline/bypass_nets.h"

#include "rtl_models/signal/bundles/optional_ports.h"
#include "rtl_models/signal/bundles/sized_bundle.h"

namespace flitscope::rtl {

namespace {

PinSizes of_vcs(int vcs) {
    PinSizes sizes;
    sizes.vcs = vcs;
    return sizes;
}

}  // namespace

BypassNets::BypassNets(int port, int vcs)
    : request(numbered("allocator_request", port), sized_bundle<HeadRequests>(of_vcs(vcs))),
      filled(numbered("allocator_filled", port)),
      vc_grant(numbered("allocator_vc_grant", port), sized_bundle<VcGrants>(of_vcs(vcs))),
      grant(numbered("allocator_grant", port)),
      active(numbered("crossing_active", port), sized_bundle<ActiveVcs>(of_vcs(vcs))),
      free(numbered("input_free", port)) {}

BypassOutputNets::BypassOutputNets(int port)
    : taken(numbered("allocator_taken", port)),
      bypass(numbered("output_bypass", port)),
      clear(numbered("output_clear", port)) {}

}  // namespace flitscope::rtl
