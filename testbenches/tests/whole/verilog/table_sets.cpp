#include "testbenches/tests/whole/verilog/table_networks.h"

namespace flitscope::cosim {

// In step with CMakeLists.txt: a set that is not found fails the test.
#ifdef FLITSCOPE_LONG_SETS
#define FLITSCOPE_LONG_TABLE_SETS(each)                                                           \
    each(leaf_3) each(inner_0) each(fly_3) each(load_3) each(load_0) each(minimal_3) each(legs_3) \
        each(mesh_legs_3) each(valiant_3) each(shortest_3) each(ugal_legs_3)                      \
            each(replicated_random) each(valiant_torus)
#else
#define FLITSCOPE_LONG_TABLE_SETS(each)
#endif
#define FLITSCOPE_TABLE_SETS(each)                                                                 \
    each(up_2) each(up_3) each(up_4) each(up_5) each(up_9) each(dateline_2) each(dateline_4)       \
        each(random_5) each(queue_5) each(west_4) each(odd_4) each(adaptive_4) each(replicated)    \
            each(replicated_queue) each(cubic_4) each(cycles_3) each(valiant_5) each(valiant_mesh) \
                each(duato_torus) each(duato_mesh) each(nodes_3) each(nodes_0) each(ugal_3)        \
                    FLITSCOPE_LONG_TABLE_SETS(each)

#define FLITSCOPE_DECLARE(set) VerilogSet verilog_set_table_##set();
FLITSCOPE_TABLE_SETS(FLITSCOPE_DECLARE)
#undef FLITSCOPE_DECLARE

const std::vector<VerilogSet>& table_sets() {
#define FLITSCOPE_ENTRY(set) verilog_set_table_##set(),
    static const std::vector<VerilogSet> sets = {FLITSCOPE_TABLE_SETS(FLITSCOPE_ENTRY)};
#undef FLITSCOPE_ENTRY
    return sets;
}

#undef FLITSCOPE_TABLE_SETS
#undef FLITSCOPE_LONG_TABLE_SETS

}  // namespace flitscope::cosim
