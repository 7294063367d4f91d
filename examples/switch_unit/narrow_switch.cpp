// A switch allocator that lets at most kMost flits cross a router per cycle: what does a crossbar
// with fewer ways through cost? First come the inputs in turn, then their VCs.
#include <systemc>

#include "rtl_models/signal/network/unit_plugin.h"

namespace {

using flitscope::rtl::ActiveVcs;
using flitscope::rtl::InputMask;
using flitscope::rtl::Selects;
using flitscope::rtl::VcMask;

constexpr int kMost = 2;  // flits per cycle

// An ordinary SystemC module. What makes it a switch allocator are the names and types of its
// ports.
class NarrowSwitch : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(NarrowSwitch);

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};
    sc_core::sc_vector<sc_core::sc_in<ActiveVcs>> active_i;  // VCs that hold an output VC
    sc_core::sc_vector<sc_core::sc_in<VcMask>> filled_i;     // VCs with a flit
    sc_core::sc_vector<sc_core::sc_in<VcMask>> ready_i;      // output VCs with a credit
    sc_core::sc_vector<sc_core::sc_out<VcMask>> grant_o;     // the VC that crosses
    sc_core::sc_out<Selects> select_o{"select_o"};           // per output the input that crosses

    NarrowSwitch(const sc_core::sc_module_name& name,
                 const flitscope::rtl::SwitchAllocator::Parameters& parameters)
        : sc_module(name),
          active_i("active_i", parameters.ports.inputs()),
          filled_i("filled_i", parameters.ports.inputs()),
          ready_i("ready_i", parameters.ports.outputs()),
          grant_o("grant_o", parameters.ports.inputs()) {
        SC_METHOD(allocate);
        sensitive << first_;
        for (auto& port : active_i)
            sensitive << port;
        for (auto& port : filled_i)
            sensitive << port;
        for (auto& port : ready_i)
            sensitive << port;
        SC_CTHREAD(turn, clk_i.pos());
        reset_signal_is(rst_ni, false);
    }

private:
    // Combinational: grants follow the requests in the same cycle.
    void allocate() {
        const int inputs = static_cast<int>(active_i.size());
        Selects selects(static_cast<int>(ready_i.size()));
        int left = kMost;
        for (int i = 0; i < inputs; ++i) {
            const int p = (static_cast<int>(first_.read()) + i) % inputs;
            VcMask grant = 0;
            const ActiveVcs& active = active_i[p].read();
            VcMask asking = active.valid & filled_i[p].read();
            for (; asking != 0 && left > 0 && grant == 0; asking &= asking - 1) {
                const int v = __builtin_ctzll(asking);
                const auto& to = active.of[v];
                if (selects[to.port] == 0 && (ready_i[to.port].read() >> to.vc & 1) != 0) {
                    grant = VcMask{1} << v;
                    selects[to.port] = InputMask{1} << p;
                    --left;
                }
            }
            grant_o[p].write(grant);
        }
        select_o.write(selects);
    }

    // Registered: the input that comes first in the next cycle.
    void turn() {
        first_.write(0);
        wait();
        while (true) {
            first_.write((first_.read() + 1) % active_i.size());
            wait();
        }
    }

    sc_core::sc_signal<unsigned> first_{"first"};
};

}  // namespace

FLITSCOPE_SYSTEMC_UNIT(switch_allocator, NarrowSwitch)
