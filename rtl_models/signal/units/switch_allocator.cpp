#include "rtl_models/signal/units/switch_allocator.h"

#include "rtl_models/signal/bundles/error_report.h"

namespace flitscope::rtl {

SwitchAllocator::SwitchAllocator(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      Ports(parameters),
      parameters_(parameters),
      crossbar_(parameters.router),
      allocation_(make_allocation()) {
    SC_METHOD(edge);
    dont_initialize();
    sensitive << clk_i.pos();
    SC_METHOD(allocate);
    sensitive << moved_;
    sense(sensitive, active_i, filled_i, ready_i);
    sense(sensitive, front_i, priority_i, count_i, outstanding_i, absorb_active_i);
}

/// Updates the arbiters, which are an input of allocate().
void SwitchAllocator::edge() {
    if (!rst_ni.read()) {
        clear();
    } else if (!advance()) {
        return;
    }
    moved_.notify(sc_core::SC_ZERO_TIME);
}

void SwitchAllocator::clear() { allocation_ = make_allocation(); }

bool SwitchAllocator::advance() {
    if (grants_.empty()) {
        return false;
    }
    allocation_->update(grants_);
    return true;
}

/// The requests of input port p, where a VC may ask for two outputs.
void SwitchAllocator::add_requests(std::size_t p) {
    static const ActiveVcs none;
    const ActiveVcs& active = active_i[p].read();
    const ActiveVcs& absorbing = absorb_active_i.size() != 0 ? absorb_active_i[p].read() : none;
    for_each_bit((asking(p) | absorbing.valid) & filled_i[p].read(), [&](int v) {
        SwitchRequest request{static_cast<std::int32_t>(p), v, {-1, -1}, nullptr};
        int outputs = 0;
        for (const ActiveVcs* const branch : {&active, &absorbing}) {
            if ((branch->valid >> v & 1) != 0 && is_ready(branch->of[v])) {
                request.output[outputs++] = branch->of[v].port;
            }
        }
        if (outputs != 0) {
            requests_.push_back(request);
        }
    });
}

/// Output port * V + VC. Of two branches the forward one counts, which comes first. Ejection
/// outputs never have outstanding flits, so any of their VCs will do.
std::int32_t SwitchAllocator::output_vc_of(const SwitchRequest& request) const {
    const std::int32_t port = request.output[0];
    const ActiveVcs& active = active_i[static_cast<std::size_t>(request.input)].read();
    return port * parameters_.router.virtual_channels +
           (port < parameters_.ports.network ? active.of[request.vc].vc : 0);
}

void SwitchAllocator::allocate() {
    requests_.clear();
    grants_.clear();
    for (std::size_t p = 0; p < active_i.size(); ++p) {
        add_requests(p);
    }
    const int vcs = parameters_.router.virtual_channels;
    infos_.add_to(
        requests_, *this, parameters_.router,
        [vcs](const SwitchRequest& request) { return request.input * vcs + request.vc; },
        [this](const SwitchRequest& request) { return output_vc_of(request); });
    if (!requests_.empty()) {
        with_violations_reported(*this, clk_i, [this] { allocation_->pick(requests_, grants_); });
    }
    finish();
}

/// Whether the branch absorb of its VC asked for the output.
bool SwitchAllocator::is_absorb(const SwitchGrant& grant) const {
    if (absorb_active_i.size() == 0) {
        return false;
    }
    const ActiveVcs& absorbing = absorb_active_i[static_cast<std::size_t>(grant.input)].read();
    return (absorbing.valid >> grant.vc & 1) != 0 && absorbing.of[grant.vc].port == grant.output;
}

void SwitchAllocator::drive(const std::vector<SwitchGrant>& grants) {
    granted_.assign(grant_o.size(), 0);
    absorb_granted_.assign(absorb_grant_o.size(), 0);
    Selects select(static_cast<int>(ready_i.size()));
    for (const SwitchGrant& grant : grants) {
        const auto input = static_cast<std::size_t>(grant.input);
        (is_absorb(grant) ? absorb_granted_ : granted_)[input] |= vc_bit(grant.vc);
        select[grant.output] = InputMask{1} << crossbar_.input(grant.input, grant.vc);
    }
    for (std::size_t p = 0; p < grant_o.size(); ++p) {
        grant_o[p].write(granted_[p]);
    }
    for (std::size_t p = 0; p < absorb_grant_o.size(); ++p) {
        absorb_grant_o[p].write(absorb_granted_[p]);
    }
    select_o.write(select);
}

}  // namespace flitscope::rtl
