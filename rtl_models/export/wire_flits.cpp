#include "rtl_models/export/wire_flits.h"

namespace flitscope::exported {

WireFlits::WireFlits(const ExportedNetwork& network)
    : network_(network), payload_(network.description) {
    if (network.description.router.lookahead) {
        lookahead_.emplace(network.description);
    }
}

rtl::Flit WireFlits::entering(topo::RouterId router, int input, rtl::Flit flit) const {
    if (input >= network_.ports(router).network) {
        flit.detour = false;  // the source router decides
    }
    if (lookahead_ && flit.is_head()) {
        lookahead_->mark(flit, router, input);
    }
    return leaving(flit);
}

rtl::Flit WireFlits::leaving(rtl::Flit flit) const {
    payload_.fill(flit);
    return flit;
}

}  // namespace flitscope::exported
