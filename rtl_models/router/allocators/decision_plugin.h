#pragma once

#include <memory>

#include "rtl_models/router/allocators/decision_makers.h"

/// In one source of a plug-in that flitscope_add_decision builds, one of these: it brings `Class`,
/// which levels fast and signal then ask in the place of what the configuration else names
/// (docs/change_the_router.md). `Class` has no state beside its members: every router has one
/// object of its own.
///
/// FLITSCOPE_ARBITER           an ArbiterBank, made of (int count, int n): `count` arbiters over
/// the
///                             requesters 0..n-1 each, of one stage of an allocator. ArbitersOf
///                             makes one of a class for a single arbiter that knows indices only.
/// FLITSCOPE_VC_ALLOCATOR      a VcAllocation, made of (const AllocatorSetup&)
/// FLITSCOPE_SWITCH_ALLOCATOR  a SwitchAllocation, made of (const AllocatorSetup&)
///
/// Timing  as said at these classes: what decides changes nothing and may be asked any number of
///         times in a cycle; `update` is the edge that ends it.
/// Errors  grants that nobody asked for, or two of one output, end the run with exit code 6.
#define FLITSCOPE_ARBITER(Class)                                                      \
    void flitscope_make_decision(flitscope::rtl::DecisionMakers& makers) {            \
        makers.arbiters = [](int count, int n) {                                      \
            return std::unique_ptr<flitscope::rtl::ArbiterBank>(new Class(count, n)); \
        };                                                                            \
    }
#define FLITSCOPE_VC_ALLOCATOR(Class)                                               \
    void flitscope_make_decision(flitscope::rtl::DecisionMakers& makers) {          \
        makers.vc_allocation = [](const flitscope::rtl::AllocatorSetup& setup,      \
                                  flitscope::rtl::VcAllocatorKind) {                \
            return std::unique_ptr<flitscope::rtl::VcAllocation>(new Class(setup)); \
        };                                                                          \
    }
#define FLITSCOPE_SWITCH_ALLOCATOR(Class)                                               \
    void flitscope_make_decision(flitscope::rtl::DecisionMakers& makers) {              \
        makers.switch_allocation = [](const flitscope::rtl::AllocatorSetup& setup,      \
                                      flitscope::rtl::SwitchAllocatorKind) {            \
            return std::unique_ptr<flitscope::rtl::SwitchAllocation>(new Class(setup)); \
        };                                                                              \
    }

void flitscope_make_decision(flitscope::rtl::DecisionMakers& makers);
