#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/signal/bundles/purge.h"
#include "rtl_models/signal/network/router_nets.h"
#include "rtl_models/signal/units/flit_fifo.h"
#include "rtl_models/signal/watch/change_marks.h"
#include "rtl_models/signal/watch/unit_history.h"

namespace flitscope::rtl {

class RouterModule;

/// Names of units (unit_names.h).
using WatchedUnits = std::set<std::string>;

/// Watches what units of a router owe each other, at the signals between them (docs/router.md,
/// sections 3 to 6): no grant without a request, no VC and no output given twice, flits neither
/// lost nor made, credits; and that the signals settle. Drives nothing, so it changes no cycle. Of
/// the cycles before a violation it has the waves.
///
/// What a check reads are signals, and what they must be by those of the cycles before. It is made
/// where one of the two has changed, or a grant or flit goes on; else it would say the same again.
///
/// Timing   At the falling edge: what the signals of the cycle say. At the rising edge: what comes
///          from outside, whose wires may change at the falling edge (docs/router.md, section 8).
class UnitContracts : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(UnitContracts);

    sc_core::sc_in<bool> clk_i{"clk_i"};

    /// `nets`: signals of `router`. Both outlive it. `units`: whose contracts. `note`: of reports.
    /// `pins`: ports of units, of which the cycles before a violation are kept; asked for once
    /// elaboration has ended.
    UnitContracts(const sc_core::sc_module_name& name, RouterModule& router, RouterNets& nets,
                  const WatchedUnits& units, std::string note,
                  std::function<std::shared_ptr<NetPins>()> pins);

private:
    using Gate_ = ObserverGate<UnitContracts>;
    /// The branch that unicasts have, forward of multicasts, and absorb.
    static constexpr int kForward = 0;
    static constexpr int kAbsorb = 1;
    static constexpr int kBranches = 2;
    /// What the signals say of a branch.
    struct Branch {
        const char* prefix;  ///< of ports
        const Routes& route;
        const HeadRequests& request;
        const VcGrants& vc_grant;
        const ActiveVcs& active;
        const VcStages& stage;
        VcMask grant;

        /// VCs that have it in this cycle.
        VcMask there() const { return stage.routed | stage.active | route.valid; }
    };
    struct Input {
        const Wire<Credit>* credit = nullptr;  ///< null: somebody else's channel
        std::vector<FlitFifo> fifos;           ///< by VC: what must be in them
        VcMask active[kBranches] = {};         ///< VCs that hold an output VC, by branch
        VcMask sent[kBranches] = {};           ///< ... whose flit at the front was sent on it
        VcMask leads =
            0;  ///< those whose flits at the front lead a message, as others were dropped
        PerVc<std::uint32_t> owners;  ///< by VC: the message that was routed last
        PerVc<ActiveVc> holds;        ///< by VC, of active ones
    };
    struct Output {
        const Wire<Flit>* flit = nullptr;  ///< null: somebody else's channel
        VcMask held = 0;
        std::vector<std::uint32_t> outstanding;  ///< by VC
        Flit crossed;                            ///< of the cycle before
        int dropped_vc = -1;                     ///< of `crossed`, if it was purged
    };

    /// What is checked of an input port, and of an output port.
    enum : PortMarks::Parts { kFifos = 1, kHeaders = 2, kRoutes = 4, kVcGrants = 8, kGrants = 16 };
    enum : PortMarks::Parts { kCrossing = 1, kOutputUnit = 2 };

    /// A signal between the units, or at a port of the router.
    struct Net {
        PortMarks* marks;  ///< null: nothing is checked when it changes
        int port;
        PortMarks::Parts parts;
        int kept;  ///< its number in the history; -1: not kept
    };
    /// A signal between the units.
    struct Seen {
        const char* name;
        std::function<bool()> changed;  ///< in this delta
    };

    /// Calls visit(signal, net) with every signal between units that exist, and what
    /// is to be checked when it changes.
    template <typename Visit>
    void for_each_wire(const Visit& visit);
    void end_of_elaboration() override;
    void watch_wires();
    void watch(sc_core::sc_interface* channel, Net net);
    void watch_arrivals();
    void watch_credits();
    void check_everything();
    void arrive(int port);
    void take_credits(int port);
    void watch_purges();
    void purge(int /*port*/);
    void drop_behind(int port);
    void settle();
    void report_unsettled();
    void check(int port);
    void check_input(int port, PortMarks::Parts parts);
    bool checks(PortMarks::Parts part) const { return (input_parts_ & part) != 0; }
    void mark_changed();
    void mark_selects();
    static void lead(Input& input, int v);
    int branches(int port) const { return nets_.input(port).absorb ? kBranches : 1; }
    Branch branch(int port, int number) const;
    void check_buffer(int port);
    void check_routes(int port, int number);
    void check_pops(int port);
    void check_headers(int port);
    void check_multicast(int port, int v);
    void check_vc_grants(int port, int number);
    void check_other_vc_grants(int port, int number, int v);
    void check_switch_grant(int port, int number);
    Flit crossing(int input, int output);
    void check_crossbar(int port);
    void check_output(int port);
    void carry_out_input(int port);
    void carry_out_output(int port);
    [[noreturn]] void fail(const char* unit, int instance, const std::string& what);
    /// Ends the simulation. `unit`: its name in the router, "": nobody in particular.
    void report(const std::string& unit, const std::string& text);

    RouterModule& router_;
    RouterNets& nets_;
    std::vector<Input> inputs_;
    std::vector<Output> outputs_;
    PortMarks::Parts input_parts_ = 0;   ///< that are checked
    PortMarks::Parts output_parts_ = 0;  ///< the same
    ChangedChannels changed_;            ///< nets, by number
    std::vector<Net> watched_;
    PortMarks input_marks_, output_marks_;             ///< to be checked at the next falling edge
    PortMarks inputs_due_, outputs_due_;               ///< being checked
    bool checked_ = false;                             ///< once, everything
    Selects selected_;                                 ///< of the cycle before
    std::vector<std::unique_ptr<Gate_>> arrivals_;     ///< by input port; null: no such port
    std::vector<std::unique_ptr<Gate_>> credits_;      ///< of the network outputs
    std::vector<std::unique_ptr<Gate_>> drops_;        ///< of the network outputs, with purging
    const sc_core::sc_in<Purge>* purge_in_ = nullptr;  ///< null without purging
    std::vector<Seen> seen_;                           ///< for report_unsettled()
    sc_core::sc_time time_;                            ///< when a signal changed last ...
    sc_dt::uint64 first_delta_ = 0;                    ///< ... and the first delta of that time
    std::string note_;
    std::function<std::shared_ptr<NetPins>()> pins_;
    std::shared_ptr<UnitHistory> history_;
    Gate_ gate_;
    Gate_ purge_gate_;
};

}  // namespace flitscope::rtl
