#include "rtl_models/signal/combining_unit.h"

#include "rtl_models/router/for_each_vc.h"

namespace flitscope::rtl {

CombiningUnit::CombiningUnit(const sc_core::sc_module_name& name, const ReductionSetup& setup,
                             topo::NodeId node, std::size_t ports, CarriedOperands& carried,
                             HandedCallback handed)
    : sc_module(name),
      flit_i("flit_i", ports),
      node_(node),
      unit_(setup, node),
      carried_(carried),
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
    for_each_bit(done_q_, [this](int entry) { unit_.empty(entry); });
    done_q_ = 0;
    for (const auto& port : flit_i) {
        if (port->read().valid()) {
            take(port->read());
        }
    }
    for (const auto& [entry, operand] : own_) {
        unit_.operand(entry, *operand);
        note(entry);
    }
    own_.clear();
    done_o.write(done_q_);
    if (done_q_ != 0) {
        edge_gate_.wake();
        report_gate_.wake();
    }
}

void CombiningUnit::take(const Flit& flit) {
    const auto found = carried_.find(flit.message);
    if (found == carried_.end()) {
        return;  // no message of the tree
    }
    const auto& [entry, elements] = found->second;
    unit_.element(entry, flit.index, elements->at(flit.index));
    if (flit.is_tail()) {
        unit_.operand_ends(entry, elements->size());
        note(entry);
        carried_.erase(found);
    }
}

void CombiningUnit::note(int entry) {
    if (unit_.complete(entry)) {
        done_q_ |= VcMask{1} << static_cast<unsigned>(entry);
    }
}

void CombiningUnit::report(int /*port*/) {
    for_each_bit(done_q_, [this](int entry) {
        handed_({unit_.result(entry), report_gate_.cycle() + 1, node_, entry});
    });
}

}  // namespace flitscope::rtl
