#include "rtl_models/signal/vc_buffer.h"

#include <sstream>

#include "rtl_models/signal/route_unit.h"
#include "rtl_models/signal/switch_allocator.h"

namespace flitscope::rtl {

VcBuffer::VcBuffer(const sc_core::sc_module_name& name, const RouterContext& context, int port,
                   int vcs)
    : sc_module(name),
      StateUnit(*context.process),
      context_(context),
      port_(port),
      vcs_(static_cast<std::size_t>(vcs)),
      order_(vcs) {
    if (context.parameters.buffer_flits != kUnbounded) {
        const auto depth = static_cast<std::uint32_t>(context.parameters.buffer_flits);
        slots_.resize(vcs_.size() * depth);
        for (std::size_t v = 0; v < vcs_.size(); ++v) {
            vcs_[v].fifo = FlitFifo(&slots_[v * depth], depth);
        }
    }
}

void VcBuffer::connect(RouteUnit& route_unit, SwitchAllocator& switch_allocator) {
    route_unit_ = &route_unit;
    switch_allocator_ = &switch_allocator;
}

void VcBuffer::end_of_elaboration() { flit_in_.attach(flit_i, *this); }

void VcBuffer::at_state() {
    const Flit& flit = flit_in_.read();
    if (!flit.valid()) {
        return;
    }
    flit_in_.poll();
    const char* const wrong = order_.check(flit);
    if (wrong != nullptr || vcs_[flit.vc].fifo.full()) {
        std::ostringstream what;
        what << name() << ": cycle " << context_.cycle() << ": "
             << (wrong != nullptr ? wrong : "VC is full") << ": " << flit;
        SC_REPORT_ERROR(
            wrong != nullptr ? "/flitscope/signal/vc_order" : "/flitscope/signal/buffer_overflow",
            what.str().c_str());
    }
    InputVc& in = vcs_[flit.vc];
    in.fifo.push(flit);
    if (context_.book != nullptr) {
        context_.book->flit_written(context_.cycle(), context_.router, flit);
    }
    if (context_.observer != nullptr) {
        context_.observer->flit_written(context_.cycle(), context_.router, port_, flit);
    }
    if (in.stage == VcStage::active) {
        if (in.fifo.size() == 1) {
            switch_allocator_->flit_waits(port_, flit.vc);
        }
    } else if (in.stage == VcStage::idle) {
        const bool complete = flit.is_tail() && flit.message == in.fifo.front().message;
        if (stored(in.fifo.front()) ? complete : in.fifo.size() == 1) {
            route_unit_->head_at_front(port_, flit.vc);
        }
    }
}

bool VcBuffer::stored(const Flit& head) const {
    return context_.parameters.switching == Switching::store_and_forward &&
           port_ < context_.ports.network && head.destination != context_.router;
}

Flit VcBuffer::pop(int v) {
    InputVc& in = vcs_[static_cast<std::size_t>(v)];
    const Flit flit = in.fifo.pop();
    credit_o.write(Credit{std::uint64_t{1} << v});
    if (flit.is_tail()) {
        in.stage = VcStage::idle;
        in.output = -1;
        in.output_vc = -1;
        // Flits of a message are contiguous in a VC, so its tail is there when as many flits are.
        if (!in.fifo.empty() &&
            (!stored(in.fifo.front()) || in.fifo.size() >= in.fifo.front().length)) {
            route_unit_->head_at_front(port_, v);
        }
    }
    return flit;
}

}  // namespace flitscope::rtl
