#pragma once

#include <optional>

#include "rtl_models/export/exported_network.h"
#include "rtl_models/router/contract/flit_payload.h"
#include "rtl_models/router/lookahead.h"

namespace flitscope::exported {

/// The flits that an observer of a network sees, as they are on the wires of its hardware.
class WireFlits {
public:
    /// The network outlives it.
    explicit WireFlits(const ExportedNetwork& network);

    /// At this input of a router.
    rtl::Flit entering(topo::RouterId router, int input, rtl::Flit flit) const;
    /// At an output.
    rtl::Flit leaving(rtl::Flit flit) const;

private:
    const ExportedNetwork& network_;
    rtl::FlitPayload payload_;
    std::optional<rtl::Lookahead> lookahead_;
};

}  // namespace flitscope::exported
