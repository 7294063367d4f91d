#pragma once

// The unit that a data sheet is run against: ours or, compiled with FLITSCOPE_TESTED_IN_VERILOG,
// its Verilog twin.
#ifndef FLITSCOPE_TESTED_IN_VERILOG

namespace flitscope::tb {

template <class Unit>
using TestedUnit = Unit;

}  // namespace flitscope::tb

#else

#include <memory>
#include <stdexcept>
#include <vector>

#include "rtl_models/cosim/verilated_unit.h"

namespace flitscope::cosim {

// In step with CMakeLists.txt: a twin that is missing fails the test.
std::vector<UnitSet> verilated_units_sheet_1();
std::vector<UnitSet> verilated_units_sheet_2();
std::vector<UnitSet> verilated_units_sheet_3();
std::vector<UnitSet> verilated_units_sheet_4();
std::vector<UnitSet> verilated_units_sheet_stored();
std::vector<UnitSet> verilated_units_sheet_lookup();
std::vector<UnitSet> verilated_units_sheet_headers_2();
std::vector<UnitSet> verilated_units_sheet_headers_3();
std::vector<UnitSet> verilated_units_sheet_at_switch();
std::vector<UnitSet> verilated_units_sheet_nodes();

}  // namespace flitscope::cosim

namespace flitscope::tb {

/// The Verilog twin of a unit.
struct Twin {
    std::unique_ptr<cosim::UnitModel> model;
    rtl::PinSizes sizes;
};

/// That which is verilated with these parameters.
template <class Unit>
Twin twin_of(const std::string& unit, const typename Unit::Parameters& parameters) {
    for (const auto& sets :
         {cosim::verilated_units_sheet_1(), cosim::verilated_units_sheet_2(),
          cosim::verilated_units_sheet_3(), cosim::verilated_units_sheet_4(),
          cosim::verilated_units_sheet_stored(), cosim::verilated_units_sheet_lookup(),
          cosim::verilated_units_sheet_headers_2(), cosim::verilated_units_sheet_headers_3(),
          cosim::verilated_units_sheet_at_switch(), cosim::verilated_units_sheet_nodes()}) {
        for (const cosim::UnitSet& set : sets) {
            const cosim::UnitVariant* const variant =
                set.unit == unit ? cosim::find_variant(set, cosim::twin_parameters(parameters))
                                 : nullptr;
            if (variant != nullptr) {
                return {variant->make(unit), set.sizes};
            }
        }
    }
    throw std::logic_error(unit + ": its twin was not verilated with these parameters");
}

template <class Unit>
class TestedUnit : public cosim::VerilatedUnit<Unit> {
public:
    TestedUnit(const sc_core::sc_module_name& name, const typename Unit::Parameters& parameters)
        : TestedUnit(name, parameters, twin_of<Unit>(static_cast<const char*>(name), parameters)) {}

private:
    TestedUnit(const sc_core::sc_module_name& name, const typename Unit::Parameters& parameters,
               Twin twin)
        : cosim::VerilatedUnit<Unit>(name, parameters, std::move(twin.model), twin.sizes) {}
};

}  // namespace flitscope::tb

#endif
