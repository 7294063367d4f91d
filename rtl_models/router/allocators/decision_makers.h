#pragma once

#include <functional>
#include <memory>

#include "rtl_models/router/allocators/switch_allocation.h"
#include "rtl_models/router/allocators/vc_allocation.h"
#include "rtl_models/router/router_parameters.h"

namespace flitscope::rtl {

/// Makes the allocators of routers that do not use the listed ones: replacements, or allocators
/// that are observed. Levels fast and signal call it for every router, perhaps twice.
struct DecisionMakers {
    /// Empty: the listed kind.
    std::function<std::unique_ptr<VcAllocation>(const AllocatorSetup&, VcAllocatorKind)>
        vc_allocation;
    std::function<std::unique_ptr<SwitchAllocation>(const AllocatorSetup&, SwitchAllocatorKind)>
        switch_allocation;
    MakeArbiters arbiters;
};

/// Makes the allocators of one router. `makers` may be null: the kinds that the parameters name.
/// With VC selection at the switch there is no VC allocation: null.
std::unique_ptr<VcAllocation> make_vc_allocation(const RouterParameters& parameters,
                                                 const PortLayout& ports,
                                                 const DecisionMakers* makers);
std::unique_ptr<SwitchAllocation> make_switch_allocation(const RouterParameters& parameters,
                                                         const PortLayout& ports,
                                                         const DecisionMakers* makers);

}  // namespace flitscope::rtl
