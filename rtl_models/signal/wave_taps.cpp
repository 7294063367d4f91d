#include "rtl_models/signal/wave_taps.h"

#include <utility>

namespace flitscope::rtl {

void record_waves(PhaseSequencer& sequencer, const std::vector<RouterModule*>& routers,
                  const topo::Topology& topology, waves::WaveDump& dump) {
    std::vector<RouterModule*> wanted;
    for (RouterModule* router : routers) {
        if (dump.wants(router->id())) {
            router->show_registers();
            wanted.push_back(router);
        }
    }
    // Declared in the first cycle: ports are bound when elaboration ends.
    sequencer.on_cycle_begin = [&dump, &topology, wanted](Cycle cycle) mutable {
        for (const RouterModule* router : std::exchange(wanted, {})) {
            dump.add_router(router->wave_sources(), topology);
        }
        dump.recorder().before_cycle(cycle);
    };
    sequencer.on_registers = [&dump](Cycle cycle) { dump.recorder().sample_registers(cycle); };
    sequencer.on_cycle_end = [&dump](Cycle cycle) { dump.recorder().sample_wires(cycle); };
}

}  // namespace flitscope::rtl
