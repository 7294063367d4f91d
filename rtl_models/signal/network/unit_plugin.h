#pragma once

#include <memory>

#include "rtl_models/signal/network/unit_makers.h"

/// Use it in one source of a plug-in that flitscope_add_systemc_unit builds. The plug-in provides
/// `Module`, a SystemC module constructed from a name and the parameters of our unit, for example
///
///     MySwitchAllocator(const sc_core::sc_module_name& name,
///                       const flitscope::rtl::SwitchAllocator::Parameters& parameters);
///
/// `Module` has the same ports as our unit, by name and type (docs/signal_level.md).
#define FLITSCOPE_SYSTEMC_UNIT(unit, Module)                                              \
    void flitscope_make_unit(flitscope::rtl::UnitMakers& makers) {                        \
        makers.unit = [](const char* name,                                                \
                         const auto& parameters) -> std::unique_ptr<sc_core::sc_module> { \
            return std::make_unique<Module>(name, parameters);                            \
        };                                                                                \
    }

void flitscope_make_unit(flitscope::rtl::UnitMakers& makers);
