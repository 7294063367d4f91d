#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/route_choice.h"
#include "rtl_models/signal/queued/message_batch.h"

namespace flitscope::rtl {

/// The place of a port among `ports`, which ascend; -1: it is none of them.
int index_of(const std::vector<topo::PortId>& ports, topo::PortId port);

/// Computes the outputs of the messages that arrive at, or join in, a router with queued outputs.
///
/// Combinational: in cycle t it takes the messages whose tails are on `flit_i`, in the order of the
/// ports, then those of `join_i`, and puts each on `append_o` of its output, where the queue takes
/// it at edge t+1. It skips messages for this node.
class QueueRouteUnit : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(QueueRouteUnit);

    sc_core::sc_vector<sc_core::sc_in<Flit>> flit_i;
    sc_core::sc_in<MessageBatch> join_i{"join_i"};
    sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> load_i;
    sc_core::sc_vector<sc_core::sc_out<MessageBatch>> append_o;

    /// `ports`: the network ports that are connected, in ascending order; entry i of the vectors
    /// belongs to the i-th of them.
    QueueRouteUnit(const sc_core::sc_module_name& name, const NetworkDescription& description,
                   topo::NodeId router, std::vector<topo::PortId> ports);

private:
    void compute();
    void route(const MessageBatch::Entry& message, topo::PortId came_by);

    const NetworkDescription& description_;
    topo::NodeId router_;
    std::vector<topo::PortId> ports_;
    std::vector<MessageBatch> batches_;  ///< by output, while computing
    std::vector<topo::RouteCandidate> candidates_;
};

}  // namespace flitscope::rtl
