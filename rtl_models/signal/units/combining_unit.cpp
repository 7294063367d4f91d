#include "rtl_models/signal/units/combining_unit.h"

namespace flitscope::rtl {

CombiningUnit::CombiningUnit(const sc_core::sc_module_name& name, std::size_t ports,
                             std::unique_ptr<CombiningCore> core, CarriedOperands& carried)
    : sc_module(name), flit_i("flit_i", ports), core_(std::move(core)), carried_(carried) {
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
    const auto found = carried_.find(flit.message);
    if (found == carried_.end()) {
        return;  // no message of the tree
    }
    const auto& [entry, elements] = found->second;
    flits_.push_back({port, flit.vc, flit.is_head(), flit.is_tail(), entry, flit.index,
                      elements->at(flit.index)});
    if (flit.is_tail()) {
        carried_.erase(found);
    }
}

}  // namespace flitscope::rtl
