#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/signal/bundles/error_report.h"
#include "rtl_models/signal/clocking/gate.h"

namespace flitscope::rtl {

/// The clock of one module. It sits between the clock of the network and the module's clk_i, and
/// has edges only when the module may have work: while a channel that it watches carries something,
/// for `more` edges after that, and when it is woken. Its edges occur in the same evaluation phase
/// as those of the network's clock, so neither the module nor its neighbours can tell the
/// difference.
///
/// It must exist when it is bound, because processes then ask for its events. It follows the clock
/// from the end of elaboration on (ClockGates).
class ClockGate final : public Gate, public sc_core::sc_signal_in_if<bool>, public CycleCounter {
public:
    /// Has only edges of this phase. `name`: of its event, unique in the module under construction.
    ClockGate(const std::string& name, ClockPhase phase, int more)
        : Gate(phase), edge_(name.c_str()), more_(more) {}

    /// Watches, from the end of elaboration on, whether a channel (or the channel of a port)
    /// carries something.
    ClockGate& opened_by(sc_core::sc_interface& channel);
    ClockGate& opened_by(sc_core::sc_port_base& port);
    /// Watches every change of the value instead.
    ClockGate& opened_by_change(sc_core::sc_port_base& port);
    /// Call at end of elaboration.
    void connect(sc_core::sc_in<bool>& clk_i);

    const sc_core::sc_event& value_changed_event() const override { return edge_; }
    const sc_core::sc_event& default_event() const override { return edge_; }
    const sc_core::sc_event& posedge_event() const override { return edge_; }
    const sc_core::sc_event& negedge_event() const override { return edge_; }
    const bool& read() const override { return clock_->read(); }
    const bool& get_data_ref() const override { return clock_->read(); }
    bool event() const override { return clock_->event(); }
    bool posedge() const override { return clock_->posedge(); }
    bool negedge() const override { return clock_->negedge(); }
    Cycle running_cycle() const override { return cycle(); }

private:
    void open() override;

    sc_core::sc_event edge_;
    const sc_core::sc_signal_in_if<bool>* clock_ = nullptr;
    int more_;
    int left_ = 0;
    std::vector<sc_core::sc_interface*> channels_;  ///< before connect()
    std::vector<sc_core::sc_port_base*> ports_, changing_ports_;
};

/// Wakes the gate of a module that has work which no wire shows; null: it is on the plain clock.
inline void wake(ClockGate* gate) {
    if (gate != nullptr) {
        gate->wake();
    }
}

/// The clock gates of a router, or of the modules between routers.
class ClockGates : public sc_core::sc_module {
public:
    sc_core::sc_in<bool> clk_i{"clk_i"};  ///< the clock before the gates

    explicit ClockGates(const sc_core::sc_module_name& name) : sc_module(name) {}

    ClockGate& add(const std::string& name, ClockPhase phase, int more) {
        gates_.push_back(std::make_unique<ClockGate>(name, phase, more));
        return *gates_.back();
    }

private:
    void end_of_elaboration() override {
        for (const auto& gate : gates_) {
            gate->connect(clk_i);
        }
    }

    std::vector<std::unique_ptr<ClockGate>> gates_;
};

}  // namespace flitscope::rtl
