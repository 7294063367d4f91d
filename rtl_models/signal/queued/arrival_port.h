#pragma once

#include <functional>
#include <systemc>
#include <vector>

#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/outline/message_book.h"
#include "rtl_models/signal/queued/message_batch.h"

namespace flitscope::rtl {

/// Where messages enter a router with queued outputs, messages of other nodes flit by flit, those
/// of its own node at once; and where those for its node are delivered.
///
/// Timing   At rising edge t the router takes what is on the inputs. Falling edge of cycle t:
///          messages for this node whose tails are on `flit_i`, then those that joined at edge t,
///          are delivered at edge t+1.
/// Errors   error report /flitscope/signal/vc_order.
class ArrivalPort : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(ArrivalPort);
    using TailCallback = std::function<void(const Flit& tail, int ejection_output)>;

    sc_core::sc_in<bool> clk_i{"clk_i"};          ///< its rising edges
    sc_core::sc_in<bool> deliver_i{"deliver_i"};  ///< the same clock: its falling edges
    sc_core::sc_vector<sc_core::sc_in<Flit>> flit_i;
    sc_core::sc_in<MessageBatch> join_i{"join_i"};

    /// `ports`: numbers of the inputs for flits. `book` may be null. `tail`: told the tail of each
    /// message that is delivered.
    ArrivalPort(const sc_core::sc_module_name& name, const NetworkDescription& description,
                topo::NodeId router, std::vector<topo::PortId> ports, MessageBook* book,
                TailCallback tail);

    std::uint64_t flits_injected() const { return flits_injected_; }
    std::uint64_t flits_consumed() const { return flits_consumed_; }

private:
    struct Open {
        std::uint32_t message = 0;
        std::uint32_t next = 0;  ///< index of the next flit
    };

    void edge();
    void take_flits(std::size_t input, const Flit& last);
    void take_message(const MessageBatch::Entry& message);
    void deliver();
    void consume(const Flit& tail);

    const NetworkDescription& description_;
    topo::NodeId router_;
    std::vector<topo::PortId> ports_;
    MessageBook* book_;
    TailCallback tail_;
    std::vector<Open> open_;  ///< messages that are arriving
    std::uint64_t flits_injected_ = 0;
    std::uint64_t flits_consumed_ = 0;
};

}  // namespace flitscope::rtl
