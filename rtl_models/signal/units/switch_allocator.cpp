#include "rtl_models/signal/units/switch_allocator.h"

#include "rtl_models/signal/watch/reported_violation.h"

namespace flitscope::rtl {

SwitchAllocator::SwitchAllocator(const sc_core::sc_module_name& name, const Parameters& parameters)
    : sc_module(name),
      Ports(parameters),
      parameters_(parameters),
      granted_(active_i.size()),
      absorb_granted_(absorb_active_i.size()),
      steps_([this] {
          return make_switch_allocation(parameters_.router, parameters_.ports, parameters_.makers);
      }) {
    SC_METHOD(run);
    dont_initialize();
    sensitive << steps_.gate().event;
}

void SwitchAllocator::end_of_elaboration() {
    steps_.bind(clk_i, rst_ni, parameters_.reads_info || parameters_.reads_occupancy);
    steps_.gate().depend_on(active_i);
    steps_.gate().depend_on(absorb_active_i);
    steps_.gate().depend_on(filled_i);
    steps_.gate().depend_on(front_i);
    steps_.gate().depend_on(count_i);
    steps_.gate().depend_on(ready_i);
    steps_.gate().depend_on(outstanding_i);
    infos_.bind(*this, parameters_.router);
    active_in_ = readers(active_i);
    absorb_active_in_ = readers(absorb_active_i);
    filled_in_ = readers(filled_i);
    ready_in_ = readers(ready_i);
    grant_out_ = writers(grant_o);
    absorb_grant_out_ = writers(absorb_grant_o);
    selects_.bind(select_o, Selects(static_cast<int>(ready_i.size())));
}

void SwitchAllocator::run() {
    steps_.gate().serve([this] { steps_.edge(); }, [this] { allocate(); });
}

/// Of input port p, where a VC may ask for two outputs.
void SwitchAllocator::add_requests(std::size_t p) {
    const ActiveVcs& active = active_in_[p].read();
    const ActiveVcs& absorbing = absorb_active_in_[p].read();
    for_each_bit((active.valid | absorbing.valid) & filled_in_[p].read(), [&](int v) {
        SwitchRequest request{static_cast<std::int32_t>(p), v, {-1, -1}, nullptr};
        int outputs = 0;
        for (const ActiveVcs* const branch : {&active, &absorbing}) {
            if ((branch->valid >> v & 1) != 0 && is_ready(branch->of[v])) {
                request.output[outputs++] = branch->of[v].port;
            }
        }
        if (outputs != 0) {
            steps_.requests.push_back(request);
            steps_.has_branches |= outputs == 2;
        }
    });
}

/// Output port * V + VC. Of two branches the one that goes on counts, which comes first; nothing is
/// outstanding at any VC of an ejection output.
std::int32_t SwitchAllocator::output_vc_of(const SwitchRequest& request) const {
    const std::int32_t port = request.output[0];
    const ActiveVcs& active = active_in_[static_cast<std::size_t>(request.input)].read();
    return port * parameters_.router.virtual_channels +
           (port < parameters_.ports.network ? active.of[request.vc].vc : 0);
}

void SwitchAllocator::allocate() {
    steps_.requests.clear();
    steps_.has_branches = false;
    for (std::size_t p = 0; p < active_in_.size(); ++p) {
        if (!absorb_active_in_.empty()) {
            add_requests(p);
            continue;
        }
        const ActiveVcs& active = active_in_[p].read();
        if (active.valid == 0) {
            continue;
        }
        for_each_bit(active.valid & filled_in_[p].read(), [&](int v) {
            const ActiveVc& to = active.of[v];
            if (is_ready(to)) {
                steps_.requests.push_back(
                    {static_cast<std::int32_t>(p), v, {to.port, -1}, nullptr});
            }
        });
    }
    infos_.add_to(
        steps_.requests,
        [this](const SwitchRequest& request) {
            return request.input * parameters_.router.virtual_channels + request.vc;
        },
        [this](const SwitchRequest& request) { return output_vc_of(request); });
    if (!with_violations_reported(*this, steps_.cycle(), [this] { return steps_.pick(); })) {
        return;
    }
    for (const SwitchGrant& grant : steps_.before()) {
        granted_[static_cast<std::size_t>(grant.input)] = 0;
        if (!absorb_granted_.empty()) {
            absorb_granted_[static_cast<std::size_t>(grant.input)] = 0;
        }
        (*selects_)[grant.output] = 0;
    }
    for (const SwitchGrant& grant : steps_.grants()) {
        granted(grant) = vc_bit(grant.vc);
        (*selects_)[grant.output] = InputMask{1} << grant.input;
    }
    selects_.drive();
    steps_.for_each_changed([this](const SwitchGrant& grant) {
        const auto input = static_cast<std::size_t>(grant.input);
        grant_out_[input].write(granted_[input]);
        if (!absorb_grant_out_.empty()) {
            absorb_grant_out_[input].write(absorb_granted_[input]);
        }
    });
}

/// That of the branch which asked for the output.
VcMask& SwitchAllocator::granted(const SwitchGrant& grant) {
    const auto input = static_cast<std::size_t>(grant.input);
    if (!absorb_active_in_.empty()) {
        const ActiveVcs& absorbing = absorb_active_in_[input].read();
        if ((absorbing.valid >> grant.vc & 1) != 0 && absorbing.of[grant.vc].port == grant.output) {
            return absorb_granted_[input];
        }
    }
    return granted_[input];
}

}  // namespace flitscope::rtl
