#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/signal/bundles/purge.h"
#include "rtl_models/signal/outline/router_nets.h"
#include "rtl_models/signal/units/flit_fifo.h"
#include "rtl_models/signal/watch/unit_history.h"

namespace flitscope::rtl {

class RouterModule;

/// Names of units (unit_names.h).
using WatchedUnits = std::set<std::string>;

/// Monitors the contracts between the units of a router, at the signals between them
/// (docs/router.md, sections 3 to 6): no grant without a request, no VC or output granted twice, no
/// flit lost or created, correct credits, and signals that settle. It drives nothing, so it changes
/// no cycle. It keeps the waves of the cycles before a violation.
///
/// Timing   Every cycle. At the falling edge it checks the signals of the cycle. At the rising edge
///          it checks the inputs of the router, whose wires may change at the falling edge
///          (docs/router.md, section 8).
class UnitContracts : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(UnitContracts);

    sc_core::sc_in<bool> clk_i{"clk_i"};

    /// `nets`: signals of `router`. Both outlive it. `units`: whose contracts. `note`: of reports.
    /// `pins`: ports of units, recorded for the cycles before a violation; called at end of
    /// elaboration.
    UnitContracts(const sc_core::sc_module_name& name, RouterModule& router, RouterNets& nets,
                  const WatchedUnits& units, std::string note,
                  std::function<std::shared_ptr<NetPins>()> pins);

private:
    /// Branches: forward (of unicasts, too) and absorb.
    static constexpr int kForward = 0;
    static constexpr int kAbsorb = 1;
    static constexpr int kBranches = 2;
    /// The signals of a branch.
    struct Branch {
        const char* prefix;  ///< of ports
        const Routes& route;
        const HeadRequests& request;
        const VcGrants& vc_grant;
        const ActiveVcs& active;
        const ActiveVcs& crossing;  ///< as the crossbar sees those that are granted the switch
        const VcStages& stage;
        VcMask grant;

        /// The same as the allocators see and grant it: without the flits that bypass them.
        struct Allocated {
            const HeadRequests& request;
            VcMask filled;
            const ActiveVcs& asking;  ///< for the switch
            const VcGrants& vc_grant;
            VcMask grant;
        } allocated;

        /// VCs that have the branch in this cycle.
        VcMask there() const { return stage.routed | stage.active | route.valid; }
    };
    struct Input {
        std::vector<FlitFifo> fifos;    ///< by VC: what must be in them
        VcMask active[kBranches] = {};  ///< VCs that hold an output VC, by branch
        VcMask sent[kBranches] = {};    ///< ... whose flit at the front was sent on it
        VcMask leads =
            0;  ///< those whose flits at the front lead a message, as others were dropped
        PerVc<std::uint32_t> owners;  ///< by VC: the message that was routed last
        PerVc<ActiveVc> holds;        ///< by VC, of active ones
    };
    struct Output {
        VcMask held = 0;
        VcPointers pointers;
        std::vector<std::uint32_t> outstanding;  ///< by VC
        Flit sent;                               ///< granted the switch in the cycle before
        int dropped_vc = -1;                     ///< of `sent`, if it was purged
    };

    /// Whose contracts are checked.
    struct Checks {
        bool vc_buffers, header_units, route_units, vc_allocator, switch_allocator, crossbar,
            output_units;
    };

    void end_of_elaboration() override;
    void watch_settling();
    std::vector<sc_core::sc_signal_channel*> signals() const;
    void settle();
    void report_unsettled();
    void edge();
    void arrive(int port);
    void take_credits(int port);
    void drop_behind(int port);
    void purge(const Purge& purge);
    void check();
    void check_input(int port);
    void carry_out_input(int port);
    void carry_out_output(int port);
    static void lead(Input& input, int v);
    int branches(int port) const { return nets_.input(port).absorb ? kBranches : 1; }
    Branch branch(int port, int number) const;
    bool registered() const;
    void check_buffer(int port);
    void check_routes(int port, int number);
    void check_pops(int port);
    void check_headers(int port);
    void check_multicast(int port, int v);
    void check_vc_grants(int port, int number);
    void check_other_vc_grants(int port, int number, int v);
    void check_switch_grant(int port, int number);
    Flit granted(int from, int output) const;
    Flit granted(int output) const;
    void check_select(int port);
    void check_crossbar(int port);
    void check_output(int port);
    [[noreturn]] void fail(const char* unit, int instance, const std::string& what);
    /// Ends the simulation. `unit`: its name in the router, "": no particular unit.
    void report(const std::string& unit, const std::string& text);

    RouterModule& router_;
    RouterNets& nets_;
    Checks checks_;
    std::vector<Input> inputs_;
    std::vector<Output> outputs_;
    sc_core::sc_time time_;          ///< when a signal changed last ...
    sc_dt::uint64 first_delta_ = 0;  ///< ... and the first delta of that time
    std::string note_;
    std::function<std::shared_ptr<NetPins>()> pins_;
    std::shared_ptr<UnitHistory> history_;
};

}  // namespace flitscope::rtl
