#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/signal/bundles/error_report.h"
#include "rtl_models/signal/clocking/gate.h"

namespace flitscope::rtl {

/// A clock as one module sees it. It stands between the clock of the network and the module's
/// clk_i, and has edges only where there may be something to do: while a channel that it watches
/// carries something, `more` edges after that, and when it is woken. The edges that are left come
/// in the evaluation phase in which those of the network's clock do, so that neither the module nor
/// its neighbours can tell.
///
/// It exists when it is bound, for processes ask for its events then, and follows the clock once
/// elaboration has ended (ClockGates).
class ClockGate final : public Gate, public sc_core::sc_signal_in_if<bool>, public CycleCounter {
public:
    /// Has edges of this phase and no others. `name`: of the event in the module that is being
    /// made, where there is no other of it.
    ClockGate(const std::string& name, ClockPhase phase, int more)
        : Gate(phase), edge_(name.c_str()), more_(more) {}

    /// To watch, once elaboration has ended: whether a channel, or that of a port, carries
    /// something.
    ClockGate& opened_by(sc_core::sc_interface& channel);
    ClockGate& opened_by(sc_core::sc_port_base& port);
    /// The same of every change of the value.
    ClockGate& opened_by_change(sc_core::sc_port_base& port);
    /// At end of elaboration.
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
