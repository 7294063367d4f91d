#include "rtl_models/signal/network/ejection_port.h"

#include <sstream>
#include <string>

namespace flitscope::rtl {

EjectionPort::EjectionPort(const sc_core::sc_module_name& name, const Parameters& parameters,
                           TailCallback tail)
    : sc_module(name),
      EjectionPortPorts(parameters),
      parameters_(parameters),
      order_(parameters.vcs),
      tail_(std::move(tail)) {
    SC_METHOD(consume);
    dont_initialize();
    sensitive << gate_.event;
}

void EjectionPort::end_of_elaboration() {
    gate_.follow(clk_i);
    gate_.watch(flit_i);
    if (purge_i) {
        purge_gate_.follow(clk_i);
        purge_gate_.watch(*purge_i);
    }
}

/// The rest of a message that is dropped never comes.
void EjectionPort::forget(int /*port*/) {
    order_.forget([this](std::uint32_t message) { return purge_i->read().takes(message); });
}

void EjectionPort::check(const Flit& flit) {
    const char* const wrong = order_.check(flit);
    const bool unicast = flit.is_head() && !flit.header;
    if (wrong != nullptr || (unicast && flit.destination != parameters_.node)) {
        std::ostringstream what;
        what << name() << ": cycle " << gate_.cycle() << ": "
             << (wrong != nullptr ? wrong : "message at the wrong node") << ": " << flit;
        SC_REPORT_ERROR(
            wrong != nullptr ? "/flitscope/signal/vc_order" : "/flitscope/signal/wrong_node",
            what.str().c_str());
    }
    if (parameters_.payload != nullptr && !parameters_.payload->right(flit)) {
        const std::string what = std::string(name()) + ": cycle " + std::to_string(gate_.cycle()) +
                                 ": " + parameters_.payload->wrong(flit);
        SC_REPORT_ERROR("/flitscope/signal/data", what.c_str());
    }
}

void EjectionPort::consume() {
    const Flit& flit = flit_i.read();
    if (!flit.valid()) {
        return;
    }
    check(flit);
    ++flits_consumed_;
    if (parameters_.observer != nullptr) {
        parameters_.observer->flit_consumed(gate_.cycle() + 1, parameters_.node, parameters_.output,
                                            flit);
    }
    if (flit.is_tail()) {
        tail_(flit, parameters_.node, parameters_.output);
    }
}

}  // namespace flitscope::rtl
