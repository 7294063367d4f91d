#include "rtl_models/signal/wave_taps.h"

#include <memory>
#include <utility>

namespace flitscope::rtl {

namespace {

/// What the callbacks of one dump share.
struct Taps {
    std::vector<RouterModule*> undeclared;
    Cycle begun = -1;  ///< last cycle whose begin was seen
};

}  // namespace

void record_waves(Clock& clock, const std::vector<RouterModule*>& routers,
                  const topo::Topology& topology, waves::WaveDump& dump) {
    const auto taps = std::make_shared<Taps>();
    for (RouterModule* router : routers) {
        if (dump.wants(router->id())) {
            taps->undeclared.push_back(router);
        }
    }
    // Declared in the first cycle, since ports are bound when elaboration ends. A network that is
    // woken by somebody else's signals sees only the end of that cycle.
    const auto declare = [&dump, &topology, taps] {
        for (const RouterModule* router : std::exchange(taps->undeclared, {})) {
            dump.add_router(router->wave_sources(), topology);
        }
    };
    clock.on_cycle_begin = [&dump, declare, taps](Cycle cycle) {
        declare();
        taps->begun = cycle;
        dump.recorder().before_cycle(cycle);
    };
    clock.on_registers = [&dump](Cycle cycle) { dump.recorder().sample_registers(cycle); };
    clock.on_cycle_end = [&dump, declare, taps](Cycle cycle) {
        if (taps->begun < cycle) {
            declare();
            taps->begun = cycle;
            dump.recorder().woken(cycle);
        }
        dump.recorder().sample_wires(cycle);
    };
}

}  // namespace flitscope::rtl
