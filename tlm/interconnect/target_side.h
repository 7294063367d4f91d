#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "tlm/interconnect/interconnect_parts.h"

namespace flitscope::tl {

/// The base protocol toward the targets, one socket per node.
///
/// Requests wait here, without limit, until the target takes them, so a target never blocks the
/// network. A target may answer them in any order.
class TargetSide {
public:
    /// `forward(node)`: the target bound to a node. Use it only as a member of a module, because it
    /// makes a thread per blocking target.
    TargetSide(InterconnectParts& parts, std::string name, int nodes,
               std::function<ForwardInterface&(topo::NodeId)> forward);
    ~TargetSide();

    Sync transport(topo::NodeId node, Payload& payload, Phase& phase, sc_core::sc_time& delay);

    /// The request is delivered at `edge`.
    void delivered(std::uint32_t flight, rtl::Cycle edge);
    /// The response joined its source queue at `edge`.
    void accepted(std::uint32_t flight, rtl::Cycle edge);

    // Tasks of the agenda, called when due. serve: `flight` is new, or kNoFlight.
    void serve(topo::NodeId node, std::uint32_t flight);
    // end_response: does nothing if the target does not wait for it.
    void end_response(std::uint32_t flight);

private:
    class BlockingCaller;

    struct Socket {
        std::uint32_t requesting = kNoFlight;  ///< before its END_REQ
        std::uint32_t responding = kNoFlight;  ///< before its END_RESP
        sc_core::sc_time request_free;         ///< when the last END_REQ takes effect
        std::deque<std::uint32_t> requests;    ///< delivered, before their BEGIN_REQ
        std::unique_ptr<BlockingCaller> caller;
    };

    void hand_over(Flight& flight);
    void begin_request(topo::NodeId node, std::uint32_t number);
    void end_request(topo::NodeId node, const sc_core::sc_time& when);
    Sync begin_response(topo::NodeId node, std::uint32_t number, Phase& phase,
                        sc_core::sc_time& delay);
    void require_response_channel(topo::NodeId node);
    void claim_response_channel(topo::NodeId node, std::uint32_t number);
    void respond(std::uint32_t number, const sc_core::sc_time& when);
    std::string where(topo::NodeId node) const;
    Socket& socket(topo::NodeId node) { return sockets_[static_cast<std::size_t>(node)]; }

    InterconnectParts& parts_;
    std::string name_;
    std::function<ForwardInterface&(topo::NodeId)> forward_;
    std::vector<Socket> sockets_;
};

}  // namespace flitscope::tl
