#include "testbenches/tests/whole/verilog/network_units.h"

#include <map>

namespace flitscope::cosim {

// In step with CMakeLists.txt: a network that is missing fails the test.
#ifdef FLITSCOPE_LONG_SETS
#define FLITSCOPE_LONG_NETWORKS(each)                                                       \
    each(cube_ahead) each(stored_ahead) each(mesh_ahead) each(nodes_ahead) each(cube_early) \
        each(cube_speedup) each(cube_at_switch) each(line_classes) each(cube_shared)
#else
#define FLITSCOPE_LONG_NETWORKS(each)
#endif
#define FLITSCOPE_NETWORKS(each)                                                             \
    each(cube_1) each(cube_2) each(cube_3) each(cube_4) each(cube_stored) each(cube_classes) \
        each(mesh_1) each(mesh_2) each(mesh_3) each(mesh_4) each(mesh_line) each(mesh_block) \
            each(mesh_nodes) each(mesh_early) each(mesh_speedup) each(mesh_at_switch)        \
                each(cube_bypass) each(cube_oldest) each(mesh_shared)                        \
                    FLITSCOPE_LONG_NETWORKS(each)

#define FLITSCOPE_DECLARE(network) std::vector<UnitSet> verilated_units_##network();
FLITSCOPE_NETWORKS(FLITSCOPE_DECLARE)
#undef FLITSCOPE_DECLARE

const std::vector<UnitSet>& network_units(const std::string& network) {
#define FLITSCOPE_ENTRY(network) {#network, verilated_units_##network()},
    static const std::map<std::string, std::vector<UnitSet>> units = {
        FLITSCOPE_NETWORKS(FLITSCOPE_ENTRY)};
#undef FLITSCOPE_ENTRY
    return units.at(network);
}

#undef FLITSCOPE_NETWORKS
#undef FLITSCOPE_LONG_NETWORKS

}  // namespace flitscope::cosim
