#include "rtl_models/router/allocators/decision_makers.h"

namespace flitscope::rtl {

namespace {

AllocatorSetup setup_of(const RouterParameters& parameters, const PortLayout& ports,
                        const DecisionMakers* makers) {
    return {ports.inputs(), ports.outputs(), parameters.virtual_channels,
            makers != nullptr && makers->arbiters ? makers->arbiters
                                                  : arbiter_maker(parameters.arbiter)};
}

}  // namespace

std::unique_ptr<VcAllocation> make_vc_allocation(const RouterParameters& parameters,
                                                 const PortLayout& ports,
                                                 const DecisionMakers* makers) {
    const AllocatorSetup setup = setup_of(parameters, ports, makers);
    return makers != nullptr && makers->vc_allocation
               ? makers->vc_allocation(setup, parameters.vc_allocator)
               : make_vc_allocation(parameters.vc_allocator, setup);
}

std::unique_ptr<SwitchAllocation> make_switch_allocation(const RouterParameters& parameters,
                                                         const PortLayout& ports,
                                                         const DecisionMakers* makers) {
    const AllocatorSetup setup = setup_of(parameters, ports, makers);
    return makers != nullptr && makers->switch_allocation
               ? makers->switch_allocation(setup, parameters.switch_allocator)
               : make_switch_allocation(parameters.switch_allocator, setup);
}

}  // namespace flitscope::rtl
