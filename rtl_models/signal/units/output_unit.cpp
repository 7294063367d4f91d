#include "rtl_models/signal/units/output_unit.h"

#include <string>

#include "rtl_models/router/router_parameters.h"
#include "rtl_models/signal/bundles/error_report.h"

namespace flitscope::rtl {

OutputUnit::OutputUnit(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      Ports(parameters),
      parameters_(parameters),
      credits_(parameters.credits()),
      pointers_(parameters.pointers) {
    state_o.initialize({0, all_vcs(parameters), 0});
    ready_o.initialize(all_vcs(parameters));
    outstanding_o.initialize(PerVc<std::uint32_t>(parameters.vcs));
    if (open_o) {
        open_o->initialize(true);
    }
    clear();
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
    SC_METHOD(pass);
    sensitive << flit_i;
}

void OutputUnit::clear() {
    held_ = 0;
    pointers_.reset();
    empty_ = credited_ = all_vcs(parameters_);
    shared_ = credits_.shared;
    wait_ = 0;
    outstanding_ = PerVc<std::uint32_t>(parameters_.vcs);
}

bool OutputUnit::endless() const {
    return parameters_.ejection || parameters_.buffer_flits == kUnbounded;
}

void OutputUnit::pass() {
    Flit flit = flit_i.read();
    if (flit.valid() && !parameters_.ejection) {
        ++flit.hop;
    }
    flit_o.write(flit);
}

SentFlit OutputUnit::sent() const {
    if (sent_i) {
        return sent_i->read();
    }
    const Flit& flit = flit_i.read();
    return {flit.valid() ? vc_bit(flit.vc) : 0, flit.is_tail()};
}

void OutputUnit::edge() {
    const SentFlit flit = sent();
    if (!rst_ni.read()) {
        clear();
    } else {
        held_ |= taken_i.read();
        pointers_.advance(taken_i.read());
        if (flit.valid()) {
            held_ &= flit.tail ? ~flit.vcs : ~VcMask{0};
            wait_ = parameters_.cycles_per_flit;
            if (!parameters_.ejection) {
                count(__builtin_ctzll(flit.vcs), 1);
            }
        }
        wait_ -= wait_ > 0 ? 1 : 0;
        take_credits();
        if (purge_i) {
            purge();
        }
    }
    drive();
}

/// Takes back the credits of flits dropped at the last edge, and releases VCs at this one.
void OutputUnit::purge() {
    const auto take_back = [this](const DroppedIn& dropped) {
        for_each_bit(dropped->read().valid,
                     [&](int v) { count(v, -static_cast<int>(dropped->read().of[v])); });
    };
    if (dropped_here_i && !parameters_.ejection) {
        take_back(dropped_here_i);
    }
    if (dropped_i) {
        take_back(dropped_i);
    }
    held_ &= ~released();
}

VcMask OutputUnit::released() const {
    VcMask mask = 0;
    if (purge_i->read().valid()) {
        for (std::size_t p = 0; p < release_i.size(); ++p) {
            for_each_bit(release_i[p].read().valid, [&](int v) {
                const ActiveVc& held = release_i[p].read().of[v];
                mask |= held.port == parameters_.port ? vc_bit(held.vc) : 0;
            });
        }
    }
    return mask;
}

int OutputUnit::returning(int v) const {
    const auto flits = [v](const DroppedIn& dropped) {
        return dropped ? static_cast<int>(dropped->read().of[v]) : 0;
    };
    return flits(dropped_i) + flits(dropped_here_i);
}

void OutputUnit::take_credits() {
    if (parameters_.ejection) {
        return;
    }
    for_each_bit(credit_i.read().vcs, [this](int v) {
        if (v >= parameters_.used_vcs || outstanding_[v] == 0) {
            report_error("/flitscope/signal/credit_overflow", *this, clk_i,
                         "credit for VC " + std::to_string(v) + ", which has none outstanding");
        }
        count(v, -1);
    });
}

void OutputUnit::count(int v, int by) {
    shared_ += credits_.taken_by(static_cast<int>(outstanding_[v]));
    const std::uint32_t now = outstanding_[v] += static_cast<std::uint32_t>(by);
    shared_ -= credits_.taken_by(static_cast<int>(now));
    const auto set = [v](VcMask& mask, bool on) {
        mask = on ? mask | vc_bit(v) : mask & ~vc_bit(v);
    };
    set(empty_, now == 0);
    set(credited_, endless() || static_cast<int>(now) < credits_.own);
}

/// Drives the ports from the registers.
void OutputUnit::drive() {
    const VcMask open = parameters_.reuse_empty ? empty_ : all_vcs(parameters_);
    state_o.write({held_, open & ~held_, pointers_.passed()});
    const VcMask credited = shared_ > 0 ? all_vcs(parameters_) : credited_;
    ready_o.write(wait_ == 0 ? credited : 0);
    outstanding_o.write(outstanding_);
    if (open_o) {
        open_o->write(wait_ == 0);
    }
}

}  // namespace flitscope::rtl
