#pragma once

#include <systemc>

namespace flitscope::tb {

/// Triggers a process late in a time step, after the calls of that time have come in: which of two
/// processes runs first at a time is the kernel's choice and differs between the levels, so a model
/// that must behave alike on both looks only at what has come in by then.
class SettlingEvent {
public:
    const sc_core::sc_event& event() const { return event_; }
    /// Something came in.
    void touch() {
        if (deltas_ == 0) {
            deltas_ = kDeltas;
            event_.notify(sc_core::SC_ZERO_TIME);
        }
    }
    /// Look again at `time`, if nothing comes before.
    void at(const sc_core::sc_time& time) { event_.notify(time - sc_core::sc_time_stamp()); }
    /// First thing in the process: whether to go on.
    bool settled() {
        if (deltas_ == 0) {
            deltas_ = kDeltas;  // a time that was asked for
        }
        if (--deltas_ > 0) {
            event_.notify(sc_core::SC_ZERO_TIME);
        }
        return deltas_ == 0;
    }

private:
    static constexpr int kDeltas = 4;
    int deltas_ = 0;
    sc_core::sc_event event_;
};

}  // namespace flitscope::tb
