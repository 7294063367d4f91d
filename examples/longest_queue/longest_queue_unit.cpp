// A switch allocator in SystemC that decides as `separable_input` with the arbiters of
// longest_queue.cpp: each input picks its VC with the most flits, each output the input whose VC
// has the most; of equal ones the lowest.
#include <systemc>
#include <vector>

#include "rtl_models/signal/network/unit_plugin.h"

namespace {

using flitscope::rtl::ActiveVcs;
using flitscope::rtl::InputMask;
using flitscope::rtl::PerVc;
using flitscope::rtl::Selects;
using flitscope::rtl::VcMask;

class LongestQueueSwitch : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(LongestQueueSwitch);

    sc_core::sc_in<bool> clk_i{"clk_i"};
    sc_core::sc_in<bool> rst_ni{"rst_ni"};
    sc_core::sc_vector<sc_core::sc_in<ActiveVcs>> active_i;            // VCs that hold an output VC
    sc_core::sc_vector<sc_core::sc_in<VcMask>> filled_i;               // VCs with a flit
    sc_core::sc_vector<sc_core::sc_in<PerVc<std::uint32_t>>> count_i;  // flits in each VC
    sc_core::sc_vector<sc_core::sc_in<VcMask>> ready_i;                // output VCs with a credit
    sc_core::sc_vector<sc_core::sc_out<VcMask>> grant_o;               // the VC that crosses
    sc_core::sc_out<Selects> select_o{"select_o"};  // per output the input that crosses

    LongestQueueSwitch(const sc_core::sc_module_name& name,
                       const flitscope::rtl::SwitchAllocator::Parameters& parameters)
        : sc_module(name),
          active_i("active_i", parameters.ports.inputs()),
          filled_i("filled_i", parameters.ports.inputs()),
          count_i("count_i", parameters.ports.inputs()),
          ready_i("ready_i", parameters.ports.outputs()),
          grant_o("grant_o", parameters.ports.inputs()) {
        SC_METHOD(allocate);
        for (auto& port : active_i)
            sensitive << port;
        for (auto& port : filled_i)
            sensitive << port;
        for (auto& port : count_i)
            sensitive << port;
        for (auto& port : ready_i)
            sensitive << port;
    }

private:
    // What an input would send, or an output take.
    struct Pick {
        std::uint32_t count = 0;  // 0: nothing
        std::size_t input = 0;
        int vc = 0;
        int output = 0;
    };

    void allocate() {
        std::vector<Pick> of_output(ready_i.size());
        for (std::size_t p = 0; p < active_i.size(); ++p) {
            const Pick pick = pick_of(p);
            Pick& best = of_output[static_cast<std::size_t>(pick.output)];
            if (pick.count > best.count) {
                best = pick;
            }
        }
        std::vector<VcMask> grants(active_i.size(), 0);
        Selects selects(static_cast<int>(ready_i.size()));
        for (const Pick& winner : of_output) {
            if (winner.count > 0) {
                grants[winner.input] = VcMask{1} << winner.vc;
                selects[winner.output] = InputMask{1} << winner.input;
            }
        }
        for (std::size_t p = 0; p < grants.size(); ++p) {
            grant_o[p].write(grants[p]);
        }
        select_o.write(selects);
    }

    Pick pick_of(std::size_t p) const {
        Pick best;
        const ActiveVcs& active = active_i[p].read();
        for (VcMask left = active.valid & filled_i[p].read(); left != 0; left &= left - 1) {
            const int v = __builtin_ctzll(left);
            const auto& to = active.of[v];
            const std::uint32_t count = count_i[p].read()[v];
            if ((ready_i[to.port].read() >> to.vc & 1) != 0 && count > best.count) {
                best = {count, p, v, to.port};
            }
        }
        return best;
    }
};

}  // namespace

FLITSCOPE_SYSTEMC_UNIT(switch_allocator, LongestQueueSwitch)
