#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <systemc>

#include "rtl_models/router/flit.h"
#include "rtl_models/signal/phase_sequencer.h"

namespace flitscope::rtl {

/// What a credit wire carries in one cycle: bit v set = one slot of VC v was freed. 0: nothing.
struct Credit {
    std::uint64_t vcs = 0;

    bool valid() const { return vcs != 0; }
};

inline bool operator==(const Credit& a, const Credit& b) { return a.vcs == b.vcs; }
inline std::ostream& operator<<(std::ostream& out, const Credit& credit) {
    return out << credit.vcs;
}
inline void sc_trace(sc_core::sc_trace_file* file, const Credit& credit, const std::string& name) {
    sc_core::sc_trace(file, credit.vcs, name);
}
void sc_trace(sc_core::sc_trace_file* file, const Flit& flit, const std::string& name);

/// Who is woken when a valid value is written to a wire.
class WireListener {
public:
    virtual ~WireListener() = default;
    virtual void written() = 0;
};

/// A channel that can wake the module at its reading end.
class WakingChannel {
public:
    virtual ~WakingChannel() = default;
    /// At most one.
    void set_listener(WireListener& listener) { listener_ = &listener; }

protected:
    WireListener* listener_ = nullptr;
};

/// Flit or credit wire: an sc_signal that wakes its sleeping reader when a valid value is written.
/// Binds to normal ports and traces like any signal. One writer, one reader.
template <typename T>
class Wire : public sc_core::sc_signal<T>, public WakingChannel {
public:
    using sc_core::sc_signal<T>::sc_signal;

    // In write and not in update: a credit that repeats last cycle's value is no change, but a new
    // credit.
    void write(const T& value) override {
        sc_core::sc_signal<T>::write(value);
        if (listener_ != nullptr && value.valid()) {
            listener_->written();
        }
    }
};

using FlitWire = Wire<Flit>;
using CreditWire = Wire<Credit>;

/// Calls listener.written() at every notification of `event`. During elaboration, from within a
/// module.
void listen_on(const sc_core::sc_event& event, WireListener& listener);

/// The reading end of a wire, as a module uses it: the value by reference, and a listener that is
/// told of writes whether the channel bound is a Wire or any other signal of the type (an outside
/// design's sc_signal).
template <typename T>
class WireReader {
public:
    /// At end of elaboration, from the module that owns the port.
    void attach(const sc_core::sc_in<T>& port, WireListener& listener) {
        value_ = &port->read();
        auto* channel =
            dynamic_cast<WakingChannel*>(const_cast<sc_core::sc_interface*>(port.get_interface()));
        if (channel != nullptr) {
            channel->set_listener(listener);
            return;
        }
        plain_ = &listener;
        listen_on(port->value_changed_event(), listener);
    }
    const T& read() const { return *value_; }
    /// On a plain signal a repeated valid value makes no event: look again next cycle as long as it
    /// is valid.
    void poll() {
        if (plain_ != nullptr && value_->valid()) {
            plain_->written();
        }
    }

private:
    const T* value_ = nullptr;
    WireListener* plain_ = nullptr;
};

}  // namespace flitscope::rtl
