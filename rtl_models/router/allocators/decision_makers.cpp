#include "rtl_models/router/allocators/decision_makers.h"

#include <utility>

#include "rtl_models/router/allocators/input_speedup.h"
#include "rtl_models/router/arbiters/priority_mask.h"

namespace flitscope::rtl {

#define FLITSCOPE_LISTED(name, file, levels) std::unique_ptr<ArbiterBank> make_##file(int, int);
#include "rtl_models/router/arbiters/arbiters.def"
#undef FLITSCOPE_LISTED
#define FLITSCOPE_LISTED(name, file, levels) \
    std::unique_ptr<VcAllocation> make_##file(const AllocatorSetup&);
#include "rtl_models/router/allocators/vc_allocators.def"
#undef FLITSCOPE_LISTED
#define FLITSCOPE_LISTED(name, file, levels) \
    std::unique_ptr<SwitchAllocation> make_##file(const AllocatorSetup&);
#include "rtl_models/router/allocators/switch_allocators.def"
#undef FLITSCOPE_LISTED

// Indexed by the number of the line.
#define FLITSCOPE_LISTED(name, file, levels) make_##file,

MakeArbiters arbiter_maker(ArbiterKind kind) {
    static const std::vector<MakeArbiters> makers = {
#include "rtl_models/router/arbiters/arbiters.def"
    };
    return makers.at(static_cast<std::size_t>(kind));
}

std::unique_ptr<VcAllocation> make_vc_allocation(VcAllocatorKind kind,
                                                 const AllocatorSetup& setup) {
    static const std::vector<std::unique_ptr<VcAllocation> (*)(const AllocatorSetup&)> makers = {
#include "rtl_models/router/allocators/vc_allocators.def"
    };
    return makers.at(static_cast<std::size_t>(kind))(setup);
}

std::unique_ptr<SwitchAllocation> make_switch_allocation(SwitchAllocatorKind kind,
                                                         const AllocatorSetup& setup) {
    static const std::vector<std::unique_ptr<SwitchAllocation> (*)(const AllocatorSetup&)> makers =
        {
#include "rtl_models/router/allocators/switch_allocators.def"
        };
    return makers.at(static_cast<std::size_t>(kind))(setup);
}

#undef FLITSCOPE_LISTED

namespace {

MakeArbiters arbiters_of(const RouterParameters& parameters, const DecisionMakers* makers) {
    MakeArbiters plain = makers != nullptr && makers->arbiters ? makers->arbiters
                                                               : arbiter_maker(parameters.arbiter);
    if (!parameters.has_priorities()) {
        return plain;
    }
    return [plain = std::move(plain)](int count, int n) {
        return with_priorities(plain(count, n), count);
    };
}

AllocatorSetup setup_of(const RouterParameters& parameters, const PortLayout& ports,
                        const DecisionMakers* makers) {
    return {ports.inputs(),
            ports.outputs(),
            parameters.virtual_channels,
            arbiters_of(parameters, makers),
            parameters.iterations,
            parameters.arbiter_state};
}

}  // namespace

std::unique_ptr<VcAllocation> make_vc_allocation(const RouterParameters& parameters,
                                                 const PortLayout& ports,
                                                 const DecisionMakers* makers) {
    if (parameters.vc_at_switch()) {
        return nullptr;
    }
    const AllocatorSetup setup = setup_of(parameters, ports, makers);
    return makers != nullptr && makers->vc_allocation
               ? makers->vc_allocation(setup, parameters.vc_allocator)
               : make_vc_allocation(parameters.vc_allocator, setup);
}

std::unique_ptr<SwitchAllocation> make_switch_allocation(const RouterParameters& parameters,
                                                         const PortLayout& ports,
                                                         const DecisionMakers* makers) {
    const CrossbarInputs crossbar(parameters);
    AllocatorSetup setup = setup_of(parameters, ports, makers);
    setup.inputs = crossbar.count(setup.inputs);
    setup.vcs = crossbar.indices();
    return with_input_speedup(makers != nullptr && makers->switch_allocation
                                  ? makers->switch_allocation(setup, parameters.switch_allocator)
                                  : make_switch_allocation(parameters.switch_allocator, setup),
                              crossbar);
}

}  // namespace flitscope::rtl
