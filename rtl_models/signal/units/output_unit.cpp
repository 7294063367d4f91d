#include "rtl_models/signal/units/output_unit.h"

#include <string>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

OutputUnit::OutputUnit(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name), Ports(parameters), parameters_(parameters) {
    empty_ = credited_ = all_vcs(parameters);
    state_o.initialize({0, all_vcs(parameters)});
    ready_o.initialize(all_vcs(parameters));
    outstanding_o.initialize(PerVc<std::uint32_t>(parameters.vcs));
    SC_METHOD(run);
    dont_initialize();
    sensitive << gate_.event;
}

void OutputUnit::end_of_elaboration() {
    gate_.follow(clk_i);
    gate_.watch_channel(rst_ni.get_interface(), true);
    gate_.watch(taken_i);
    gate_.watch(flit_i);
    gate_.watch(credit_i);
    if (parameters_.pipeline < 4) {
        gate_.depend_on(flit_i);
    }
    rst_n_in_ = Reader<bool>(rst_ni);
    taken_in_ = Reader<VcMask>(taken_i);
    flit_in_ = Reader<Flit>(flit_i);
    credit_in_ = Reader<Credit>(credit_i);
    state_out_ = Writer<OutputState>(state_o);
    ready_out_ = Writer<VcMask>(ready_o);
    outstanding_.bind(outstanding_o, PerVc<std::uint32_t>(parameters_.vcs));
    flit_out_ = Writer<Flit>(flit_o);
    if (purge_i) {
        gate_.watch(*purge_i);
        purge_in_ = Reader<Purge>(*purge_i);
        release_in_ = readers(release_i);
    }
    if (dropped_i) {
        gate_.watch(*dropped_i);
        dropped_in_ = Reader<DroppedFlits>(*dropped_i);
    }
}

void OutputUnit::clear() {
    held_ = 0;
    empty_ = credited_ = all_vcs(parameters_);
    wait_ = 0;
    std::fill(outstanding_->begin(), outstanding_->end(), 0);
    outstanding_.drive();
}

bool OutputUnit::endless() const {
    return parameters_.ejection || parameters_.buffer_flits == kUnbounded;
}

Flit OutputUnit::leaving() const {
    Flit flit = flit_in_.read();
    if (flit.valid() && !parameters_.ejection) {
        ++flit.hop;
    }
    return flit;
}

void OutputUnit::pass() { flit_out_.write(leaving()); }

void OutputUnit::run() {
    gate_.serve([this] { edge(); }, [this] { pass(); });
}

void OutputUnit::edge() {
    const Flit& flit = flit_in_.read();
    if (!rst_n_in_.read()) {
        clear();
        gate_.wake();
    } else {
        held_ |= taken_in_.read();
        if (flit.valid()) {
            held_ &= flit.is_tail() ? ~vc_bit(flit.vc) : ~VcMask{0};
            wait_ = parameters_.cycles_per_flit;
            if (!parameters_.ejection) {
                count(flit.vc, 1);
            }
        }
        wait_ -= wait_ > 0 ? 1 : 0;
        take_credits();
        if (purge_i) {
            purge();
        }
    }
    if (parameters_.pipeline == 4) {
        flit_out_.write(dropped_vc_ >= 0 ? Flit{} : leaving());
    }
    if (wait_ > 0 || (parameters_.pipeline == 4 && flit.valid())) {
        gate_.wake();
    }
    drive();
}

/// What was dropped at the edge before comes back, and what is dropped at this one goes.
void OutputUnit::purge() {
    if (dropped_vc_ >= 0 && !parameters_.ejection) {
        count(dropped_vc_, -1);
    }
    dropped_vc_ = -1;
    if (dropped_i) {
        const DroppedFlits& behind = dropped_in_.read();
        for_each_bit(behind.valid, [&](int v) { count(v, -static_cast<int>(behind.of[v])); });
    }
    held_ &= ~released();
    const Flit& flit = flit_in_.read();
    if (parameters_.pipeline == 4 && purge_in_.read().takes(flit)) {
        dropped_vc_ = flit.vc;
        ++flits_dropped_;
        gate_.wake();
    }
}

VcMask OutputUnit::released() const {
    VcMask mask = 0;
    if (purge_in_.read().valid()) {
        for (const Reader<ActiveVcs>& input : release_in_) {
            for_each_bit(input.read().valid, [&](int v) {
                const ActiveVc& held = input.read().of[v];
                mask |= held.port == parameters_.port ? vc_bit(held.vc) : 0;
            });
        }
    }
    return mask;
}

int OutputUnit::returning(int v) const {
    const int behind = dropped_i ? static_cast<int>(dropped_in_.read().of[v]) : 0;
    return behind + (dropped_vc_ == v ? 1 : 0);
}

void OutputUnit::take_credits() {
    if (parameters_.ejection) {
        return;
    }
    for_each_bit(credit_in_.read().vcs, [this](int v) {
        if (v >= parameters_.used_vcs || (*outstanding_)[v] == 0) {
            const std::string what = std::string(name()) + ": cycle " +
                                     std::to_string(gate_.cycle()) + ": credit for VC " +
                                     std::to_string(v) + ", which has none outstanding";
            SC_REPORT_ERROR("/flitscope/signal/credit_overflow", what.c_str());
        }
        count(v, -1);
    });
}

void OutputUnit::count(int v, int by) {
    const std::uint32_t now = (*outstanding_)[v] += static_cast<std::uint32_t>(by);
    outstanding_.drive();
    const auto set = [v](VcMask& mask, bool on) {
        mask = on ? mask | vc_bit(v) : mask & ~vc_bit(v);
    };
    set(empty_, now == 0);
    set(credited_, endless() || now != static_cast<std::uint32_t>(parameters_.buffer_flits));
}

/// Registers onto the ports.
void OutputUnit::drive() {
    const VcMask open = parameters_.reuse_empty ? empty_ : all_vcs(parameters_);
    state_out_.write({held_, open & ~held_});
    ready_out_.write(wait_ == 0 ? credited_ : 0);
}

}  // namespace flitscope::rtl
