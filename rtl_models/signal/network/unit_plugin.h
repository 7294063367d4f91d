#pragma once

#include <memory>

#include "rtl_models/signal/network/unit_makers.h"

/// In one source of a plug-in that flitscope_add_systemc_unit builds: it brings `Module`, a SystemC
/// module that is made of a name and the parameters of our unit, say
///
///     MySwitchAllocator(const sc_core::sc_module_name& name,
///                       const flitscope::rtl::SwitchAllocator::Parameters& parameters);
///
/// and has the ports that our unit has, by name and type (docs/signal_level.md).
#define FLITSCOPE_SYSTEMC_UNIT(unit, Module)                                              \
    void flitscope_make_unit(flitscope::rtl::UnitMakers& makers) {                        \
        makers.unit = [](const char* name,                                                \
                         const auto& parameters) -> std::unique_ptr<sc_core::sc_module> { \
            return std::make_unique<Module>(name, parameters);                            \
        };                                                                                \
    }

void flitscope_make_unit(flitscope::rtl::UnitMakers& makers);
