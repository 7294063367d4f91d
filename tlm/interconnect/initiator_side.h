#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "tlm/interconnect/interconnect_parts.h"

namespace flitscope::tl {

/// The base protocol toward the initiators, one socket per node.
///
/// A socket has at most one request before its END_REQ and one response before its END_RESP.
/// Responses that the initiator cannot take yet wait here, without limit: an initiator never blocks
/// the network.
class InitiatorSide {
public:
    /// `backward(node)`: the initiator bound to a node.
    InitiatorSide(InterconnectParts& parts, std::string name, int nodes,
                  std::function<BackwardInterface&(topo::NodeId)> backward);

    Sync transport(topo::NodeId node, Payload& payload, Phase& phase, sc_core::sc_time& delay);
    /// Blocks until the response is delivered.
    void blocking_transport(topo::NodeId node, Payload& payload, sc_core::sc_time& delay);

    /// The request joined its source queue at `edge`.
    void accepted(std::uint32_t flight, rtl::Cycle edge);
    /// The response is delivered at `edge`.
    void delivered(std::uint32_t flight, rtl::Cycle edge);

    // Tasks of the agenda, called when due. give_response: `flight` is new, or kNoFlight.
    void end_request(std::uint32_t flight);
    void give_response(topo::NodeId node, std::uint32_t flight);
    void finish_blocking(std::uint32_t flight);

private:
    struct Socket {
        std::uint32_t requesting = kNoFlight;  ///< before its END_REQ
        std::uint32_t answering = kNoFlight;   ///< before its END_RESP
        sc_core::sc_time request_free;         ///< when the last END_REQ takes effect
        sc_core::sc_time response_free;        ///< when the last END_RESP takes effect
        std::deque<std::uint32_t> responses;   ///< delivered, before their BEGIN_RESP
    };

    Sync begin_request(topo::NodeId node, Payload& payload, Phase& phase, sc_core::sc_time& delay);
    void end_response(topo::NodeId node, const Payload& payload, const sc_core::sc_time& delay);
    /// The addressed range, of a multicast one of them; null: the payload has the answer, an error
    /// response.
    const AddressRange* range_of(topo::NodeId node, Payload& payload) const;
    std::uint32_t launch(topo::NodeId node, Payload& payload, const AddressRange& range,
                         rtl::Cycle edge);
    void prepare_answer(Flight& flight);
    void complete(topo::NodeId node, const sc_core::sc_time& delay);
    std::string where(topo::NodeId node) const;
    Socket& socket(topo::NodeId node) { return sockets_[static_cast<std::size_t>(node)]; }

    /// Replaces the memory manager that payloads of b_transport need not have.
    class TemporaryManager final : public ::tlm::tlm_mm_interface {
    public:
        void free(Payload* payload) override;
        sc_core::sc_event freed;
    };

    InterconnectParts& parts_;
    std::string name_;
    std::function<BackwardInterface&(topo::NodeId)> backward_;
    std::vector<Socket> sockets_;
    TemporaryManager temporary_manager_;
};

}  // namespace flitscope::tl
