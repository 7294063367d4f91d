#pragma once

#include <memory>

#include "rtl_models/router/allocators/decision_makers.h"

/// Use one of these in one source of a plug-in that flitscope_add_decision builds. The plug-in
/// provides `Class`, which replaces the listed kind at levels fast and signal
/// (docs/change_the_router.md). `Class` has no state outside its members: every router has its own
/// object.
///
/// FLITSCOPE_ARBITER           an ArbiterBank, made of (int count, int n): `count` arbiters over
/// the
///                             requesters 0..n-1 each, of one stage of an allocator. ArbitersOf
///                             makes one of a class for a single arbiter that knows indices only.
/// FLITSCOPE_VC_ALLOCATOR      a VcAllocation, made of (const AllocatorSetup&)
/// FLITSCOPE_SWITCH_ALLOCATOR  a SwitchAllocation, made of (const AllocatorSetup&)
///
/// Timing  as at these classes: a decision changes no state and may be computed any number of times
///         in a cycle; `update` is the edge that ends the cycle.
/// Errors  grants without a request, or two grants of one output, end the run with exit code 6.
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
