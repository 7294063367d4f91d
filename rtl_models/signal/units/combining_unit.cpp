#include "rtl_models/signal/units/combining_unit.h"

#include "rtl_models/router/for_each_vc.h"

namespace flitscope::rtl {

CombiningUnit::CombiningUnit(const sc_core::sc_module_name& name, topo::NodeId node,
                             std::size_t ports, std::unique_ptr<CombiningCore> core,
                             HandedCallback handed)
    : sc_module(name),
      flit_i("flit_i", ports),
      node_(node),
      core_(std::move(core)),
      handed_(std::move(handed)) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << edge_gate_.event;
}

void CombiningUnit::end_of_elaboration() {
    edge_gate_.follow(clk_i);
    for (auto& port : flit_i) {
        edge_gate_.watch(port);
    }
    report_gate_.follow(clk_i);
}

void CombiningUnit::contribute(int entry, const Operand& own) {
    own_.emplace_back(entry, own);
    edge_gate_.wake();
}

void CombiningUnit::edge() {
    flits_.clear();
    for (std::size_t port = 0; port < flit_i.size(); ++port) {
        if (flit_i[port]->read().valid()) {
            take(static_cast<int>(port), flit_i[port]->read());
        }
    }
    done_q_ = core_->edge(flits_, own_);
    own_.clear();
    done_o.write(done_q_);
    if (done_q_ != 0) {
        edge_gate_.wake();
        report_gate_.wake();
    }
}

void CombiningUnit::take(int port, const Flit& flit) {
    if (flit.operand) {  // else it is of no message of the tree
        flits_.push_back({port, flit.vc, flit.is_head(), flit.is_tail(), flit.operand->entry,
                          flit.index, flit.operand->elements.at(flit.index)});
    }
}

void CombiningUnit::report(int /*port*/) {
    for_each_bit(done_q_, [this](int entry) {
        handed_({core_->result(entry), report_gate_.cycle() + 1, node_, entry});
    });
}

}  // namespace flitscope::rtl
