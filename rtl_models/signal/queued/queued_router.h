#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/signal/clocking/clock_gate.h"
#include "rtl_models/signal/clocking/wire.h"
#include "rtl_models/signal/queued/arrival_port.h"
#include "rtl_models/signal/queued/output_queue.h"
#include "rtl_models/signal/queued/queue_route_unit.h"
#include "rtl_models/waves/router_view.h"

namespace flitscope::rtl {

/// A router with queued outputs (docs/router.md, section 10), as a netlist: an ArrivalPort, a route
/// unit and, per connected network port, an OutputQueue. Messages of other nodes come flit by flit,
/// those of its own at once.
class QueuedRouter : public sc_core::sc_module {
public:
    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_vector<sc_core::sc_in<Flit>> flit_i;  ///< by connected port, as the next
    sc_core::sc_vector<sc_core::sc_out<Flit>> flit_o;
    sc_core::sc_in<MessageBatch> join_i{"join_i"};

    /// `book` may be null. `tail`: told the tail of each message that is delivered.
    QueuedRouter(const sc_core::sc_module_name& name, const NetworkDescription& description,
                 topo::NodeId router, MessageBook* book, ArrivalPort::TailCallback tail);

    /// Connected network ports in ascending order.
    const std::vector<topo::PortId>& connected() const { return connected_; }
    /// Entry of the vectors for a port; -1: not connected.
    int index_of(topo::PortId port) const { return rtl::index_of(connected_, port); }
    const OutputQueue& queue(std::size_t index) const { return *queues_[index]; }
    std::uint64_t flits_injected() const { return arrival_port_->flits_injected(); }
    std::uint64_t flits_consumed() const { return arrival_port_->flits_consumed(); }
    topo::NodeId id() const { return router_; }
    /// After elaboration.
    waves::RouterSources wave_sources() const;

private:
    struct Nets {
        explicit Nets(const std::string& name)
            : append(name + "_append"), load(name + "_load"), serving(name + "_serving") {}
        Wire<MessageBatch> append;
        Wire<std::uint32_t> load;
        Wire<bool> serving;
    };

    void make_queue(std::size_t index, MessageBook* book);
    /// When the modules have clock edges.
    void bind_clocks();

    const NetworkDescription& description_;
    topo::NodeId router_;
    int network_ports_;
    std::vector<topo::PortId> connected_;
    std::vector<std::unique_ptr<Nets>> nets_;
    std::unique_ptr<QueueRouteUnit> route_unit_;
    std::unique_ptr<ArrivalPort> arrival_port_;
    std::vector<std::unique_ptr<OutputQueue>> queues_;
    std::unique_ptr<ClockGates> gates_;  ///< null: all are on the plain clock
};

}  // namespace flitscope::rtl
