#include "rtl_models/signal/units/combining_unit.h"

namespace flitscope::rtl {

CombiningUnit::CombiningUnit(const sc_core::sc_module_name& name, std::size_t ports,
                             std::unique_ptr<CombiningCore> core)
    : sc_module(name), flit_i("flit_i", ports), core_(std::move(core)) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
}

void CombiningUnit::edge() {
    flits_.clear();
    for (std::size_t port = 0; port < flit_i.size(); ++port) {
        if (flit_i[port]->read().valid()) {
            take(static_cast<int>(port), flit_i[port]->read());
        }
    }
    done_o.write(core_->edge(flits_, own_));
    own_.clear();
}

void CombiningUnit::take(int port, const Flit& flit) {
    if (flit.operand) {  // otherwise its message does not belong to the tree
        flits_.push_back({port, flit.vc, flit.is_head(), flit.is_tail(), flit.operand->entry,
                          flit.index, flit.operand->elements.at(flit.index)});
    }
}

}  // namespace flitscope::rtl
