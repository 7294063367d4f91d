#include "rtl_models/signal/network/ejection_port.h"

#include <sstream>

#include "rtl_models/signal/bundles/error_report.h"

namespace flitscope::rtl {

EjectionPort::EjectionPort(const sc_core::sc_module_name& name, const Parameters& parameters,
                           TailCallback tail)
    : sc_module(name),
      purge_i(optional_port<sc_core::sc_in<Purge>>("purge_i", parameters.purging)),
      parameters_(parameters),
      order_(parameters.vcs),
      tail_(std::move(tail)) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.neg();
}

void EjectionPort::edge() {
    if (purge_i && purge_i->read().valid()) {  // their other flits will not come
        order_.forget([this](std::uint32_t message) { return purge_i->read().takes(message); });
    }
    if (flit_i.read().valid()) {
        consume(flit_i.read());
    }
}

void EjectionPort::check(const Flit& flit) {
    const char* const wrong = order_.check(flit);
    const bool unicast = flit.is_head() && !flit.header;
    if (wrong != nullptr || (unicast && flit.destination != parameters_.address)) {
        std::ostringstream what;
        what << (wrong != nullptr ? wrong : "message at the wrong node") << ": " << flit;
        report_error(
            wrong != nullptr ? "/flitscope/signal/vc_order" : "/flitscope/signal/wrong_node", *this,
            clk_i, what.str());
    }
    if (parameters_.payload != nullptr && !parameters_.payload->right(flit)) {
        report_error("/flitscope/signal/data", *this, clk_i, parameters_.payload->wrong(flit));
    }
}

void EjectionPort::consume(const Flit& flit) {
    check(flit);
    ++flits_consumed_;
    if (parameters_.observer != nullptr) {
        parameters_.observer->flit_consumed(cycle_of(clk_i) + 1, parameters_.router,
                                            parameters_.output, flit);
    }
    if (flit.is_tail()) {
        tail_(flit, parameters_.node, parameters_.output);
    }
}

}  // namespace flitscope::rtl
