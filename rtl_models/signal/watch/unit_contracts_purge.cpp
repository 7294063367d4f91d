// Where messages are taken out of a network, the contracts of its units follow.
#include "rtl_models/signal/outline/purge_ports.h"
#include "rtl_models/signal/outline/router_module.h"
#include "rtl_models/signal/watch/unit_contracts.h"

namespace flitscope::rtl {

/// The edge at which messages are dropped, and the next one.
void UnitContracts::purge(const Purge& purge) {
    for (Input& input : inputs_) {
        for (FlitFifo& fifo : input.fifos) {
            fifo.remove_if([&](const Flit& flit) { return purge.takes(flit); });
        }
        for_each_bit(input.active[kForward], [&](int v) {
            if (purge.takes(input.owners[v])) {
                const ActiveVc& held = input.holds[v];
                outputs_[static_cast<std::size_t>(held.port)].held &= ~vc_bit(held.vc);
                input.active[kForward] &= ~vc_bit(v);
            }
        });
    }
    for (Output& output : outputs_) {
        if (output.dropped_vc >= 0) {
            --output.outstanding[static_cast<std::size_t>(output.dropped_vc)];
        }
        output.dropped_vc = -1;
        if (router_.context().parameters.pipeline == 4 && purge.takes(output.crossed)) {
            output.dropped_vc = output.crossed.vc;
            output.crossed = Flit{};
        }
    }
    for (int p = 0; p < router_.ports().network; ++p) {
        if (router_.has_output(p) && checks_.output_units) {
            drop_behind(p);
        }
    }
}

void UnitContracts::drop_behind(int port) {
    const auto index = static_cast<std::size_t>(port);
    const DroppedFlits& dropped = router_.purge_ports()->dropped_i[index]->read();
    for_each_bit(dropped.valid, [&](int v) {
        outputs_[index].outstanding[static_cast<std::size_t>(v)] -= dropped.of[v];
    });
}

}  // namespace flitscope::rtl
