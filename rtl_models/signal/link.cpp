#include "rtl_models/signal/link.h"

namespace flitscope::rtl {

Link::Link(const sc_core::sc_module_name& name, PhaseSequencer& sequencer, RouterProcess& group,
           int latency)
    : sc_module(name), StateUnit(group), sequencer_(sequencer), latency_(latency) {}

void Link::end_of_elaboration() {
    flit_in_.attach(flit_i, *this);
    credit_in_.attach(credit_i, *this);
}

void Link::at_state() {
    shift_one(flit_in_, flits_, flit_o);
    shift_one(credit_in_, credits_, credit_o);
    if (!flits_.empty() || !credits_.empty() || flit_o.read().valid() || credit_o.read().valid()) {
        enlist();
    }
}

int Link::flits_of(int v) const {
    int count = flit_o.read().valid() && flit_o.read().vc == v ? 1 : 0;
    for (const Timed<Flit>& timed : flits_) {
        count += timed.value.vc == v ? 1 : 0;
    }
    return count;
}

int Link::credits_of(int v) const {
    int count = static_cast<int>(credit_o.read().vcs >> v & 1);
    for (const Timed<Credit>& timed : credits_) {
        count += static_cast<int>(timed.value.vcs >> v & 1);
    }
    return count;
}

template <typename T>
void Link::shift_one(const WireReader<T>& in, std::deque<Timed<T>>& stages,
                     sc_core::sc_out<T>& out) {
    const Cycle cycle = sequencer_.cycle();
    if (in.read().valid()) {
        // On the near wire in cycle - 1.
        stages.push_back({in.read(), cycle - 1 + latency_});
    }
    if (!stages.empty() && stages.front().due == cycle) {
        out.write(stages.front().value);
        stages.pop_front();
        enlist();
    } else if (out.read().valid()) {
        out.write(T{});
    }
}

}  // namespace flitscope::rtl
