#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <systemc>

#include "rtl_models/microarchitecture/flit.h"
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

/// A channel that can wake the module at its reading end.
class WakingChannel {
public:
    virtual ~WakingChannel() = default;
    /// At most one reader is woken; it runs in its next phase after each write of a valid value.
    void set_reader(PhaseWorker& reader) { reader_ = &reader; }

protected:
    PhaseWorker* reader_ = nullptr;
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
        if (reader_ != nullptr && value.valid()) {
            reader_->enlist();
        }
    }
};

using FlitWire = Wire<Flit>;
using CreditWire = Wire<Credit>;

/// Enlists the worker at every notification of `event`. During elaboration, from within a module.
void enlist_on(const sc_core::sc_event& event, PhaseWorker& worker);

/// The reading end of a wire, as a module uses it: the value by reference, and a reader that is
/// woken whether the channel bound is a Wire or any other signal of the type (an outside design's
/// sc_signal).
template <typename T>
class WireReader {
public:
    /// At end of elaboration, from the module that owns port and worker.
    void attach(const sc_core::sc_in<T>& port, PhaseWorker& worker) {
        value_ = &port->read();
        auto* channel =
            dynamic_cast<WakingChannel*>(const_cast<sc_core::sc_interface*>(port.get_interface()));
        if (channel != nullptr) {
            channel->set_reader(worker);
            return;
        }
        plain_ = &worker;
        enlist_on(port->value_changed_event(), worker);
    }
    const T& read() const { return *value_; }
    /// On a plain signal a repeated valid value makes no event: look again next cycle as long as it
    /// is valid.
    void poll() {
        if (plain_ != nullptr && value_->valid()) {
            plain_->enlist();
        }
    }

private:
    const T* value_ = nullptr;
    PhaseWorker* plain_ = nullptr;
};

}  // namespace flitscope::rtl
