#pragma once

#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "common/at.h"
#include "rtl_models/router/allocators/decision_makers.h"
#include "rtl_models/router/contract/network_observer.h"
#include "rtl_models/router/lookahead.h"
#include "rtl_models/router/node_address.h"
#include "rtl_models/router/route_table.h"
#include "rtl_models/router/vc_choice.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/error_report.h"
#include "rtl_models/signal/bundles/purge.h"
#include "rtl_models/signal/clocking/clock.h"
#include "rtl_models/signal/outline/message_book.h"
#include "rtl_models/waves/router_view.h"

namespace flitscope::rtl {

struct PurgePorts;
struct UnitMakers;

/// The surroundings of a router, and its observers.
struct RouterContext {
    topo::RouterId id = 0;
    int nodes = 1;           ///< that sit at it
    AddressParts addresses;  ///< of flits
    RouterParameters parameters;
    MessageBook* book = nullptr;          ///< nullptr: edges of messages are not recorded
    NetworkObserver* observer = nullptr;  ///< nullptr: nobody watches
    /// A multicast has so many more copies of this tail (MessageBook::copied); empty: only `book`
    /// counts them.
    std::function<void(const Flit& tail, int more)> copied;

    /// Tells the observers that the flit is in a buffer of the input after `edge`.
    void tell_written(Cycle edge, int input, const Flit& flit) const {
        if (book != nullptr) {
            book->flit_written(edge, id, flit);
        }
        if (observer != nullptr) {
            observer->flit_written(edge, id, input, flit);
        }
    }
    void tell_copied(const Flit& tail, int more) const {
        if (book != nullptr) {
            book->copied(tail, more);
        }
        if (copied) {
            copied(tail, more);
        }
    }
};

/// The parameters of one router. Ports as in docs/router.md, section 2.
struct RouterInstance : RouterContext {
    std::vector<bool> connected;       ///< by network port
    std::vector<int> cycles_per_flit;  ///< by network port
    std::vector<int> link_vcs;         ///< by network port; empty: V everywhere
    const topo::RoutingFunction* routing = nullptr;
    bool ties_random = true;
    bool purging = false;      ///< has purge_ports()
    bool live = false;         ///< `routing` may know no way
    bool clock_gates = false;  ///< our units have edges only where there may be something to do
    const DecisionMakers* makers = nullptr;       ///< may be null
    const RouteTables* route_tables = nullptr;    ///< of what verilated routers do not compute
    const NetworkDescription* network = nullptr;  ///< with header routings; null: no multicasts
    std::shared_ptr<const Lookahead> lookahead;   ///< null: routes are computed where they apply
    const UnitMakers* units = nullptr;            ///< may be null: all units are
                                                  ///< ours, and nobody watches their contracts
};

/// A router as the network around it sees it: `Router`, made of SystemC modules, or a co-simulated
/// one.
///
/// Bind clk_i and rst_ni, flit_i and credit_o of every input there is, flit_o of every output, and
/// credit_i of every network output, to Wires or any other signals of the type. Cycle t begins with
/// a rising edge of clk_i. A Moore machine: what a wire carries in cycle t is written after that
/// edge and depends on nothing that arrives in cycle t.
class RouterModule : public sc_core::sc_module {
public:
    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};  ///< synchronous, active low

    const PortLayout& ports() const { return ports_; }
    topo::NodeId id() const { return context_.id; }
    const RouterContext& context() const { return context_; }
    /// An unconnected network port has none of these ports.
    bool has_input(int port) const { return input_vcs(port) != 0; }
    bool has_output(int port) const { return output_vcs(port) != 0; }
    /// VCs in use; 0: no such port.
    int input_vcs(int port) const { return input_vcs_[at(port)]; }
    int output_vcs(int port) const { return output_vcs_[at(port)]; }
    /// The pointers over the VCs of an output, as after reset.
    const VcPointers& pointers(int output) const { return pointers_[at(output)]; }

    sc_core::sc_in<Flit>& flit_i(int port) const { return *flit_i_[at(port)]; }
    sc_core::sc_out<Credit>& credit_o(int port) const { return *credit_o_[at(port)]; }
    sc_core::sc_out<Flit>& flit_o(int port) const { return *flit_o_[at(port)]; }
    sc_core::sc_in<Credit>& credit_i(int port) const { return *credit_i_[at(port)]; }
    /// For purged messages (docs/recovery_and_faults.md); null: the router cannot purge.
    virtual PurgePorts* purge_ports() { return nullptr; }

    virtual RouterCounters counters() const = 0;
    /// The counters of an existing output, for the cycles before `edge`.
    virtual ChannelCounters channel_counters(int output, Cycle edge) const = 0;
    /// Every non-empty input VC, by port, then VC.
    virtual void append_waits(std::vector<VcWait>& waits) const = 0;
    /// Network::suspense.
    virtual Cycle suspense() const { return 0; }
    /// Messages that are passing a network output, or the router, or that stand in it without a
    /// route: the router's part of rtl::FaultPort.
    virtual void append_on_channel(int /*output*/, std::vector<std::uint32_t>& /*ids*/) const {}
    virtual void append_inside(std::vector<std::uint32_t>& /*ids*/) const {}
    virtual void append_stranded(std::vector<std::uint32_t>& /*ids*/) const {}
    /// Between cycles, with the grants of the running cycle applied: flits in the FIFO of an input
    /// VC; and, for a VC of a network output, flits sent minus credits returned, and flits in the
    /// traversal register.
    virtual int occupancy(int input, int vc) const = 0;
    virtual int outstanding(int output, int vc) const = 0;
    virtual int in_traversal(int output, int vc) const = 0;
    /// Between cycles: flits of a VC of a network output that were dropped at the last edge and
    /// count as outstanding until the next edge.
    virtual int returning(int /*output*/, int /*vc*/) const { return 0; }
    /// Flits dropped in the router and on the wires to it.
    virtual std::uint64_t flits_dropped() const { return 0; }
    /// Between cycles: flits that have arrived and are not yet on an output wire. By default those
    /// in FIFOs, traversal registers and extra stages.
    virtual int flits_inside() const;
    /// The sources of a waveform. Call it after elaboration, when wires are bound.
    virtual waves::RouterSources wave_sources() const = 0;

    /// Number of the running cycle.
    Cycle cycle() const { return cycle_of(clk_i); }

protected:
    RouterModule(const sc_core::sc_module_name& name, const RouterInstance& instance);
    /// The part of wave_sources() for ports and wires; the sources of VCs are empty, one for each
    /// VC.
    waves::RouterSources port_sources() const;

private:
    void make_ports();

    RouterContext context_;
    PortLayout ports_;
    std::vector<int> input_vcs_;
    std::vector<int> output_vcs_;
    std::vector<VcPointers> pointers_;                                ///< by output
    std::vector<std::unique_ptr<sc_core::sc_in<Flit>>> flit_i_;       ///< null: no such port
    std::vector<std::unique_ptr<sc_core::sc_out<Credit>>> credit_o_;  ///< null: no such port
    std::vector<std::unique_ptr<sc_core::sc_out<Flit>>> flit_o_;      ///< null: no such port
    std::vector<std::unique_ptr<sc_core::sc_in<Credit>>> credit_i_;   ///< null: ejection, too
};

/// The purge ports of a router (RouterModule), made during its construction.
struct PurgePorts {
    explicit PurgePorts(const RouterModule& router) {
        for (int p = 0; p < router.ports().inputs(); ++p) {
            dropped_o.push_back(optional_port<sc_core::sc_out<DroppedFlits>>(
                numbered("dropped_o", p), router.has_input(p)));
        }
        for (int p = 0; p < router.ports().outputs(); ++p) {
            dropped_i.push_back(optional_port<sc_core::sc_in<DroppedFlits>>(
                numbered("dropped_i", p), p < router.ports().network && router.has_output(p)));
        }
    }

    sc_core::sc_in<Purge> purge_i{"purge_i"};
    std::vector<DroppedOut> dropped_o;  ///< by input port; null: no such port
    std::vector<DroppedIn> dropped_i;   ///< by output port; null: ejection, too
};

/// Makes a router, with exactly this name, in a network with this clock. Empty: every
/// router is a `Router`.
using RouterFactory = std::function<std::unique_ptr<RouterModule>(
    const sc_core::sc_module_name& name, const RouterInstance& instance, Clock& clock)>;

}  // namespace flitscope::rtl
