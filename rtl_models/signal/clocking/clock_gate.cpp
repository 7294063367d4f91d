#include "rtl_models/signal/clocking/clock_gate.h"

namespace flitscope::rtl {

ClockGate& ClockGate::opened_by(sc_core::sc_interface& channel) {
    channels_.push_back(&channel);
    return *this;
}

ClockGate& ClockGate::opened_by(sc_core::sc_port_base& port) {
    ports_.push_back(&port);
    return *this;
}

ClockGate& ClockGate::opened_by_change(sc_core::sc_port_base& port) {
    changing_ports_.push_back(&port);
    return *this;
}

void ClockGate::connect(sc_core::sc_in<bool>& clk_i) {
    clock_ = dynamic_cast<const sc_core::sc_signal_in_if<bool>*>(clk_i.get_interface());
    follow(clk_i);
    for (sc_core::sc_interface* const channel : channels_) {
        watch_channel(channel);
    }
    for (sc_core::sc_port_base* const port : ports_) {
        watch_channel(port->get_interface());
    }
    for (sc_core::sc_port_base* const port : changing_ports_) {
        watch_changes(port->get_interface());
    }
    channels_ = {};
    ports_ = changing_ports_ = {};
}

void ClockGate::open() {
    edge_.notify();
    if (holding()) {
        wake();  // the edge is repeated when the simulation goes on
        return;
    }
    left_ = carries() ? more_ : left_ > 0 ? left_ - 1 : 0;
    if (left_ > 0) {
        wake();
    }
}

}  // namespace flitscope::rtl
