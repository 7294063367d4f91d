#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rtl_models/router/contract/digest.h"

namespace flitscope::tb {

/// A message in the simulator of page_reference.h.
struct PageWorm {
    rtl::Message message;
    rtl::Cycle injected = 0;
    rtl::Cycle departed = 0;
    int tails = 1;          ///< of its copies: in the source queue, in FIFOs and on wires
    bool in_error = false;  ///< a protocol error ended it
};

struct PageFlit {
    PageWorm* worm = nullptr;
    std::uint32_t index = 0;
    int hop = 0;
    bool leads = false;        ///< as it comes, or since it was routed here
    std::vector<bool> valid;   ///< of the entries of a header flit
    rtl::Cycle written = 0;    ///< edge at which it came to this router
    topo::RouteCandidate way;  ///< lookahead: of a head, in the router that it enters
    bool error = false;        ///< a copy that a protocol error takes out

    bool is_tail() const { return index + 1 == worm->message.length; }
    rtl::FlitKind kind() const {
        return leads ? (is_tail() ? rtl::FlitKind::head_tail : rtl::FlitKind::head)
                     : (is_tail() ? rtl::FlitKind::tail : rtl::FlitKind::body);
    }
    /// Flits from this one to the tail.
    std::uint32_t length() const { return worm->message.length - index; }
};

/// What an observer is told of a flit, or of a credit.
struct PageEvent {
    rtl::Event event;
    rtl::FlitKind kind = rtl::FlitKind::none;
    int hop = 0;
};

/// Flit `index` as it is at the source. `per_flit`: header.addresses_per_flit.
PageFlit page_flit(PageWorm& worm, std::uint32_t index, int per_flit);

/// What a router does with a message (docs/headers_and_branches.md, section 1, "Actions").
struct PageAction {
    bool receive = false;
    bool forward = false;
    bool drop = false;
    bool error = false;
    topo::NodeId towards = topo::kNoNode;
    std::optional<std::size_t> served;  ///< entry of the leading flit, invalid as that leaves
};

/// `injected`: on an injection input; `nodes`: of the network.
PageAction page_action(const PageFlit& leading, int per_flit, topo::NodeId here, bool injected,
                       topo::NodeId nodes);

}  // namespace flitscope::tb
