#pragma once

#include <functional>
#include <systemc>

#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/signal/network/message_book.h"
#include "rtl_models/signal/queued/message_batch.h"

namespace flitscope::rtl {

/// Where messages leave a router with queued outputs for its node.
///
/// Timing   Falling edge of cycle t: messages for this node whose tails are on `flit_i`, and those
///          on `own_i`, are delivered at edge t+1.
class DeliveryPort : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(DeliveryPort);
    using TailCallback = std::function<void(const Flit& tail, int ejection_output)>;

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_vector<sc_core::sc_in<Flit>> flit_i;
    sc_core::sc_in<MessageBatch> own_i{"own_i"};

    /// `ports`: inputs for flits. `book` may be null. `tail`: told the tail of each message.
    DeliveryPort(const sc_core::sc_module_name& name, const NetworkDescription& description,
                 topo::NodeId router, std::size_t ports, MessageBook* book, TailCallback tail);

    std::uint64_t flits_consumed() const { return flits_consumed_; }

private:
    void deliver();
    void consume(const Flit& tail);

    const NetworkDescription& description_;
    topo::NodeId router_;
    MessageBook* book_;
    TailCallback tail_;
    std::uint64_t flits_consumed_ = 0;
};

}  // namespace flitscope::rtl
