#pragma once

#include <systemc>
#include <vector>

#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/outline/message_book.h"
#include "rtl_models/signal/queued/message_batch.h"

namespace flitscope::rtl {

/// Where messages enter a router with queued outputs: messages of other nodes flit by flit, those
/// of its own node at once.
///
/// Timing   At rising edge t the router takes what is on the inputs. `own_o` in cycle t: messages
///          of the node to itself that joined at edge t.
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
