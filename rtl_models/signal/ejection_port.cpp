#include "rtl_models/signal/ejection_port.h"

#include <sstream>

namespace flitscope::rtl {

EjectionPort::EjectionPort(const sc_core::sc_module_name& name, const RouterContext& context,
                           int port, int vcs, std::function<void(const Flit&, int)> tail)
    : sc_module(name),
      context_(context),
      port_(port),
      order_(vcs),
      tail_(std::move(tail)),
      worker_(*context.sequencer, Phase::ejection) {
    SC_METHOD(consume);
    dont_initialize();
    sensitive << worker_.event;
}

void EjectionPort::end_of_elaboration() { flit_in_.attach(flit_i, *this); }

void EjectionPort::consume() {
    const Flit& flit = flit_in_.read();
    if (!flit.valid()) {
        return;
    }
    flit_in_.poll();
    const char* const wrong = order_.check(flit);
    if (wrong != nullptr || flit.destination != context_.router) {
        std::ostringstream what;
        what << name() << ": cycle " << context_.cycle() << ": "
             << (wrong != nullptr ? wrong : "message at the wrong node") << ": " << flit;
        SC_REPORT_ERROR(
            wrong != nullptr ? "/flitscope/signal/vc_order" : "/flitscope/signal/wrong_node",
            what.str().c_str());
    }
    ++flits_consumed_;
    if (context_.observer != nullptr) {
        context_.observer->flit_consumed(context_.cycle() + 1, context_.router, port_, flit);
    }
    if (flit.is_tail()) {
        tail_(flit, port_);
    }
}

}  // namespace flitscope::rtl
