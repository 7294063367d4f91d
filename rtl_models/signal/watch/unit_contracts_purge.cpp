// Where messages are taken out of a network, the contracts of its units follow.
#include "rtl_models/signal/network/router_module.h"
#include "rtl_models/signal/watch/unit_contracts.h"

namespace flitscope::rtl {

void UnitContracts::watch_purges() {
    PurgePorts* const ports = router_.purge_ports();
    if (ports == nullptr) {
        return;
    }
    purge_in_ = &ports->purge_i;
    purge_gate_.follow(clk_i);
    purge_gate_.watch(ports->purge_i);
    for (Input& input : inputs_) {
        const int vcs = router_.context().parameters.virtual_channels;
        input.owners = PerVc<std::uint32_t>(vcs);
        input.holds = PerVc<ActiveVc>(vcs);
    }
    for (std::size_t p = 0; p < outputs_.size(); ++p) {
        if (ports->dropped_i[p]) {
            drops_.push_back(std::make_unique<Gate_>(
                ClockPhase::rising, *this, &UnitContracts::drop_behind, static_cast<int>(p)));
            drops_.back()->follow(clk_i);
            drops_.back()->watch(*ports->dropped_i[p]);
        }
    }
}

/// The edge at which messages are dropped, and the next one.
void UnitContracts::purge(int /*port*/) {
    const Purge& purge = purge_in_->read();
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
            purge_gate_.wake();
        }
    }
    check_everything();
    gate_.wake();
}

void UnitContracts::drop_behind(int port) {
    const DroppedFlits& dropped =
        router_.purge_ports()->dropped_i[static_cast<std::size_t>(port)]->read();
    for_each_bit(dropped.valid, [&](int v) {
        outputs_[static_cast<std::size_t>(port)].outstanding[static_cast<std::size_t>(v)] -=
            dropped.of[v];
        output_marks_.mark(port, kOutputUnit);
        gate_.wake();
    });
}

}  // namespace flitscope::rtl
