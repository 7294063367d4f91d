#pragma once

#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <optional>

#include "tlm/interconnect/address_map.h"
#include "tlm/interconnect/initiator_side.h"
#include "tlm/interconnect/interconnect_parameters.h"
#include "tlm/interconnect/interconnect_parts.h"
#include "tlm/interconnect/loosely_timed.h"
#include "tlm/interconnect/target_side.h"

namespace flitscope::tl {

/// A network of routers as a TLM-2.0 interconnect: one socket per node for an initiator, one for a
/// target; each may stay unbound. docs/tlm.md describes the whole protocol.
///
/// A transaction is a message: the request travels from the initiator's node to the node of its
/// address, or, as a multicast, to several nodes; the response travels back. AT (nb_transport) and,
/// by default, b_transport are cycle-exact with the network, at level fast as at level signal.
///
/// Timing  one cycle is 1 ns. A call on a socket at edge t counts from edge t + 1 on; answers come
///         exactly at edges, with delay 0 (AtPhases::two: END_REQ by return value, with a delay).
/// Payload belongs to the initiator. The interconnect holds a reference from BEGIN_REQ to END_RESP
///         and changes only the address (restored) and the DMI hint (cleared). Needs a memory
///         manager for nb_transport.
/// Errors  response status, or fatal reports /flitscope/tlm/... (docs/tlm.md).
/// DMI     refused: nothing may bypass the network. transport_dbg goes to the target at once.
class Interconnect final : public sc_core::sc_module, private MessageListener {
public:
    SC_HAS_PROCESS(Interconnect);

    using TargetSocket = tlm_utils::passthrough_target_socket_tagged_optional<Interconnect>;
    using InitiatorSocket = tlm_utils::simple_initiator_socket_tagged_optional<Interconnect>;

    sc_core::sc_vector<TargetSocket> target_socket;        ///< [node]: bind initiators here
    sc_core::sc_vector<InitiatorSocket> initiator_socket;  ///< [node]: bound to targets

    /// `network`: at any level, without another client; it outlives the interconnect. With two
    /// message classes requests travel in class 0, responses in class 1. Throws
    /// std::invalid_argument for bad parameters and for ranges that lead to no node.
    Interconnect(const sc_core::sc_module_name& name, rtl::Network& network, AddressMap map,
                 const InterconnectParameters& parameters = {});

    const AddressMap& address_map() const { return map_; }
    const InterconnectParameters& parameters() const { return parameters_; }
    /// Longest accepted transaction, in bytes; longer ones get TLM_BURST_ERROR_RESPONSE.
    std::uint32_t max_burst_bytes() const { return rules_.max_burst_bytes(); }
    /// Transactions between their first and last phase.
    std::size_t in_flight() const { return flights_.in_flight(); }

private:
    void end_of_elaboration() override;
    void work_off_agenda();
    void accepted(std::uint32_t ticket, rtl::Cycle edge) override;
    void delivered(std::uint32_t ticket, const rtl::Delivery& delivery) override;
    void multicast_accepted(std::uint32_t ticket, rtl::Cycle edge);
    void copy_answered(std::uint32_t copy, rtl::Cycle edge);

    Sync forward(int node, Payload& payload, Phase& phase, sc_core::sc_time& delay);
    void blocking(int node, Payload& payload, sc_core::sc_time& delay);
    unsigned int debug(int node, Payload& payload);
    bool direct_memory(int node, Payload& payload, ::tlm::tlm_dmi& dmi);
    Sync backward(int node, Payload& payload, Phase& phase, sc_core::sc_time& delay);
    void invalidate(int node, sc_dt::uint64 first, sc_dt::uint64 last);
    ForwardInterface& target_at(topo::NodeId node) {
        return *initiator_socket[static_cast<std::size_t>(node)].operator->();
    }

    InterconnectParameters parameters_;
    AddressMap map_;
    TransactionRules rules_;
    FlightTable flights_;
    Agenda agenda_;
    MessageGate gate_;
    Multicasts multicasts_;
    InterconnectParts parts_;
    InitiatorSide initiators_;
    TargetSide targets_;
    std::optional<LooselyTimed> loosely_timed_;
};

}  // namespace flitscope::tl
