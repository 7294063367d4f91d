#include "rtl_models/signal/switch_allocator.h"

namespace flitscope::rtl {

SwitchAllocator::SwitchAllocator(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name), Ports(parameters), parameters_(parameters), granted_(active_i.size()) {
    make_allocation();
    SC_METHOD(edge);
    dont_initialize();
    sensitive << gate_.event;
    SC_METHOD(allocate);
    dont_initialize();
    sensitive << moves_;
    for (std::size_t p = 0; p < active_i.size(); ++p) {
        sensitive << active_i[p] << filled_i[p];
    }
    for (auto& ready : ready_i) {
        sensitive << ready;
    }
}

void SwitchAllocator::end_of_elaboration() {
    gate_.follow(clk_i);
    gate_.watch_channel(rst_ni.get_interface(), true);
    active_in_ = readers(active_i);
    filled_in_ = readers(filled_i);
    ready_in_ = readers(ready_i);
    grant_out_ = writers(grant_o);
    selects_.bind(select_o, Selects(static_cast<int>(ready_i.size())));
    rst_n_in_ = Reader<bool>(rst_ni);
}

void SwitchAllocator::make_allocation() {
    allocation_ = make_switch_allocation(parameters_.router, parameters_.ports, parameters_.makers);
}

void SwitchAllocator::edge() {
    if (!rst_n_in_.read()) {
        make_allocation();
        gate_.wake();
    } else if (!grants_.empty()) {
        allocation_->update(grants_);
        gate_.wake();  // the same grants may hold in the next cycle
        if (grants_.size() == requests_.size()) {
            return;  // whoever asked was granted: the arbiters do not matter to who still asks
        }
    } else {
        return;
    }
    moves_.write(moves_.read() + 1);
}

void SwitchAllocator::allocate() {
    requests_.clear();
    for (std::size_t p = 0; p < active_in_.size(); ++p) {
        const ActiveVcs& active = active_in_[p].read();
        if (active.valid == 0) {
            continue;
        }
        for_each_bit(active.valid & filled_in_[p].read(), [&](int v) {
            const ActiveVc& to = active.of[v];
            if ((ready_in_[static_cast<std::size_t>(to.port)].read() >> to.vc & 1) != 0) {
                requests_.push_back({static_cast<std::int32_t>(p), v, {to.port, -1}, nullptr});
            }
        });
    }
    if (requests_.empty() && grants_.empty()) {
        return;  // nothing is driven, and nothing was
    }
    before_.swap(grants_);
    grants_.clear();
    if (!requests_.empty()) {
        allocation_->pick(requests_, grants_);
    }
    if (!grants_.empty()) {
        gate_.wake();
    }
    for (const SwitchGrant& grant : before_) {
        granted_[static_cast<std::size_t>(grant.input)] = 0;
        (*selects_)[grant.output] = 0;
    }
    for (const SwitchGrant& grant : grants_) {
        granted_[static_cast<std::size_t>(grant.input)] = vc_bit(grant.vc);
        (*selects_)[grant.output] = InputMask{1} << grant.input;
    }
    selects_.drive();
    for (const std::vector<SwitchGrant>* const some : {&before_, &grants_}) {
        for (const SwitchGrant& grant : *some) {
            const auto input = static_cast<std::size_t>(grant.input);
            grant_out_[input].write(granted_[input]);
        }
    }
}

}  // namespace flitscope::rtl
