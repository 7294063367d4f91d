#include "rtl_models/signal/vc_buffer.h"

#include <sstream>

#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

VcBuffer::VcBuffer(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name), parameters_(parameters), order_(parameters.used_vcs) {
    front_.flit = PerVc<Flit>(parameters.vcs);
    front_.count = PerVc<std::uint32_t>(parameters.vcs);
    clear();
    SC_METHOD(edge);
    dont_initialize();
    sensitive << gate_.event;
    SC_METHOD(return_credit);
    dont_initialize();
    sensitive << pop_i;
}

void VcBuffer::end_of_elaboration() {
    gate_.follow(clk_i);
    gate_.watch_channel(rst_ni.get_interface(), true);
    gate_.watch(flit_i);
    gate_.watch(pop_i);
    flit_in_ = Reader<Flit>(flit_i);
    pop_in_ = Reader<VcMask>(pop_i);
    front_out_ = Writer<Fronts>(front_o);
    credit_out_ = Writer<Credit>(credit_o);
}

void VcBuffer::clear() {
    const auto vcs = static_cast<std::size_t>(parameters_.used_vcs);
    tails_.assign(vcs, 0);
    order_ = VcOrderChecker(parameters_.used_vcs);
    front_.filled = front_.head = front_.tail = front_.tail_held = 0;
    std::fill(front_.count.begin(), front_.count.begin() + front_.count.size(), 0);
    fifos_.clear();
    fifos_.resize(vcs);
    if (parameters_.buffer_flits != kUnbounded) {
        const auto depth = static_cast<std::uint32_t>(parameters_.buffer_flits);
        slots_.resize(vcs * depth);
        for (std::size_t v = 0; v < vcs; ++v) {
            fifos_[v] = FlitFifo(&slots_[v * depth], depth);
        }
    }
}

void VcBuffer::edge() {
    if (!rst_ni.read()) {
        clear();
        front_out_.write(front_);
        gate_.wake();
        return;
    }
    const VcMask pops = pop_in_.read();
    const Flit& flit = flit_in_.read();
    if (pops == 0 && !flit.valid()) {
        return;
    }
    for_each_bit(pops, [this](int v) { pop(v); });
    if (flit.valid()) {
        push(flit);
    }
    front_out_.write(front_);
}

void VcBuffer::return_credit() { credit_out_.write(Credit{pop_in_.read()}); }

void VcBuffer::pop(int v) {
    const auto i = static_cast<std::size_t>(v);
    if (i >= fifos_.size() || fifos_[i].empty()) {
        fail("/flitscope/signal/pop_empty", "pop of VC " + std::to_string(v) + ", which is empty");
    }
    if (fifos_[i].pop().is_tail()) {
        --tails_[i];
    }
    show(v);
}

void VcBuffer::push(const Flit& flit) {
    const char* const wrong = order_.check(flit);
    if (wrong != nullptr || fifos_[flit.vc].full()) {
        std::ostringstream what;
        what << (wrong != nullptr ? wrong : "VC is full") << ": " << flit;
        fail(wrong != nullptr ? "/flitscope/signal/vc_order" : "/flitscope/signal/buffer_overflow",
             what.str());
    }
    fifos_[flit.vc].push(flit);
    if (flit.is_tail()) {
        ++tails_[flit.vc];
    }
    show(flit.vc);
}

/// The VC's registers as front_o shows them.
void VcBuffer::show(int v) {
    const FlitFifo& fifo = fifos_[static_cast<std::size_t>(v)];
    const auto set = [v](VcMask& mask, bool on) {
        mask = on ? mask | vc_bit(v) : mask & ~vc_bit(v);
    };
    front_.count[v] = fifo.size();
    if (!fifo.empty()) {
        front_.flit[v] = fifo.front();
    }
    set(front_.filled, !fifo.empty());
    set(front_.head, !fifo.empty() && fifo.front().is_head());
    set(front_.tail, !fifo.empty() && fifo.front().is_tail());
    set(front_.tail_held, tails_[static_cast<std::size_t>(v)] != 0);
}

void VcBuffer::fail(const char* report, const std::string& what) const {
    const std::string text =
        std::string(name()) + ": cycle " + std::to_string(gate_.cycle()) + ": " + what;
    SC_REPORT_ERROR(report, text.c_str());
    throw std::logic_error(text);  // should a report handler return
}

}  // namespace flitscope::rtl
