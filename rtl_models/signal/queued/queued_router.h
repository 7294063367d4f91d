#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "rtl_models/signal/queued/output_queue.h"
#include "rtl_models/signal/queued/queue_route_unit.h"
#include "waves/router_view.h"

namespace flitscope::rtl {

/// A router with queued outputs (docs/router.md, section 10): a route unit and, per connected
/// network port, an OutputQueue. Messages of other nodes come flit by flit, those of its own at
/// once.
///
/// Timing   Falling edge of cycle t: messages for this node whose tails are on `flit_i`, and those
///          of its own to itself that joined at edge t, are delivered at edge t+1.
/// Errors   error report /flitscope/signal/vc_order.
class QueuedRouter : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(QueuedRouter);

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_vector<sc_core::sc_in<Flit>> flit_i;  ///< by connected port, as the next
    sc_core::sc_vector<sc_core::sc_out<Flit>> flit_o;
    sc_core::sc_in<MessageBatch> join_i{"join_i"};

    using TailCallback = std::function<void(const Flit& tail, int ejection_output)>;
    /// `book` may be null. `tail`: told the tail of each message that is delivered.
    QueuedRouter(const sc_core::sc_module_name& name, const NetworkDescription& description,
                 topo::NodeId router, MessageBook* book, TailCallback tail);

    /// Connected network ports in ascending order.
    const std::vector<topo::PortId>& connected() const { return connected_; }
    /// Entry of the vectors for a port; -1: not connected.
    int index_of(topo::PortId port) const;
    const OutputQueue& queue(std::size_t index) const { return *queues_[index]; }
    std::uint64_t flits_injected() const { return flits_injected_; }
    std::uint64_t flits_consumed() const { return flits_consumed_; }
    topo::NodeId id() const { return router_; }
    /// After elaboration.
    waves::RouterSources wave_sources() const;

private:
    struct Open {
        std::uint32_t message = 0;
        std::uint32_t next = 0;  ///< index of the next flit
    };
    struct Nets {
        Nets(const std::string& name)
            : append((name + "_append").c_str()), load((name + "_load").c_str()) {}
        Wire<MessageBatch> append;
        Wire<std::uint32_t> load;
    };

    void end_of_elaboration() override;
    void arrive();
    void take_flits(std::size_t input, const Flit& last);
    void take_message(const Flit& head, int input);
    void deliver();
    void consume(const Flit& tail);

    const NetworkDescription& description_;
    topo::NodeId router_;
    int network_ports_;
    MessageBook* book_;
    TailCallback tail_;
    std::vector<topo::PortId> connected_;
    std::vector<std::unique_ptr<Nets>> nets_;
    std::unique_ptr<QueueRouteUnit> route_unit_;
    std::vector<std::unique_ptr<OutputQueue>> queues_;
    std::vector<Open> open_;  ///< messages that are arriving
    std::vector<Flit> own_;   ///< tails of those to the own node that joined at the last edge
    std::uint64_t flits_injected_ = 0;
    std::uint64_t flits_consumed_ = 0;
    ProcessGate arrive_gate_{ClockPhase::rising};
    ProcessGate deliver_gate_{ClockPhase::falling};
};

}  // namespace flitscope::rtl
