#include "rtl_models/signal/watch/wave_taps.h"

#include <memory>
#include <utility>

namespace flitscope::rtl {

namespace {

/// What the callbacks of one dump share.
struct Taps {
    std::vector<WaveTap> undeclared;
    Cycle begun = -1;  ///< last cycle whose begin was seen
};

}  // namespace

void record_waves(Clock& clock, const std::vector<RouterModule*>& routers,
                  const topo::Topology& topology, waves::WaveDump& dump) {
    std::vector<WaveTap> taps;
    for (const RouterModule* router : routers) {
        taps.push_back({router->id(), [router] { return router->wave_sources(); }});
    }
    record_waves(clock, taps, topology, dump);
}

void record_waves(Clock& clock, const std::vector<WaveTap>& routers, const topo::Topology& topology,
                  waves::WaveDump& dump) {
    const auto taps = std::make_shared<Taps>();
    for (const WaveTap& router : routers) {
        if (dump.wants(router.router)) {
            taps->undeclared.push_back(router);
        }
    }
    // Declared in the first cycle, since ports are bound when elaboration ends. A network that is
    // woken by signals from outside sees only the end of that cycle.
    const auto declare = [&dump, &topology, taps] {
        for (const WaveTap& router : std::exchange(taps->undeclared, {})) {
            dump.add_router(router.sources(), topology);
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
