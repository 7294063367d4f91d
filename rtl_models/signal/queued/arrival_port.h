#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/network/message_book.h"
#include "rtl_models/signal/queued/message_batch.h"

namespace flitscope::rtl {

/// Where messages come into a router with queued outputs: those of other nodes flit by flit, those
/// of its own at once.
///
/// Timing   Rising edge t: what is on the inputs is in the router. `own_o` in cycle t: messages of
///          its own to itself that joined at edge t.
/// Errors   error report /flitscope/signal/vc_order.
class ArrivalPort : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(ArrivalPort);

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_vector<sc_core::sc_in<Flit>> flit_i;
    sc_core::sc_in<MessageBatch> join_i{"join_i"};
    sc_core::sc_out<MessageBatch> own_o{"own_o"};

    /// `ports`: numbers of the inputs for flits. `book` may be null.
    ArrivalPort(const sc_core::sc_module_name& name, const NetworkDescription& description,
                topo::NodeId router, std::vector<topo::PortId> ports, MessageBook* book);

    std::uint64_t flits_injected() const { return flits_injected_; }

private:
    struct Open {
        std::uint32_t message = 0;
        std::uint32_t next = 0;  ///< index of the next flit
    };

    void edge();
    void take_flits(std::size_t input, const Flit& last);
    void take_message(const MessageBatch::Entry& message);

    const NetworkDescription& description_;
    topo::NodeId router_;
    std::vector<topo::PortId> ports_;
    MessageBook* book_;
    std::vector<Open> open_;  ///< messages that are arriving
    std::uint64_t flits_injected_ = 0;
};

}  // namespace flitscope::rtl
