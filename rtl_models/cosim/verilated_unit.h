#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "rtl_models/cosim/flattened_ports.h"
#include "rtl_models/cosim/unit_model.h"
#include "rtl_models/signal/unit_binding.h"
#include "rtl_models/signal/unit_makers.h"

namespace flitscope::cosim {

/// The parameters of the Verilog that differ among the units of a router.
inline std::map<std::string, int> variant_of(const rtl::VcBuffer::Parameters& parameters) {
    return {{"USED_VCS", parameters.used_vcs}};
}
inline std::map<std::string, int> variant_of(const rtl::RouteUnit::Parameters& parameters) {
    return {{"INPUT", parameters.input}};
}
inline std::map<std::string, int> variant_of(const rtl::OutputUnit::Parameters& parameters) {
    return {{"EJECTION", parameters.ejection ? 1 : 0},
            {"CYCLES_PER_FLIT", parameters.cycles_per_flit}};
}
template <typename Parameters>
std::map<std::string, int> variant_of(const Parameters& /*parameters*/) {
    return {};
}

/// How many values lie side by side in pins.
inline rtl::PinSizes pin_sizes(int vcs, int outputs) {
    rtl::PinSizes sizes;
    sizes.vcs = vcs;
    sizes.outputs = outputs;
    return sizes;
}
inline rtl::PinSizes pin_sizes(const rtl::VcBuffer::Parameters& parameters) {
    return pin_sizes(parameters.vcs, 0);
}
inline rtl::PinSizes pin_sizes(const rtl::OutputUnit::Parameters& parameters) {
    return pin_sizes(parameters.vcs, 0);
}
template <typename Parameters>
rtl::PinSizes pin_sizes(const Parameters& parameters) {
    return pin_sizes(parameters.router.virtual_channels, parameters.ports.outputs());
}

/// A verilated unit in the place of one of ours: the same ports, flattened into its pins as
/// PinFields says. Pins that no port has are left alone, ports that it has no pins for (inputs
/// only) are not looked at.
///
/// Timing   Outputs follow the inputs in the same cycle, registers change at the rising edge of
///          clk_i; any number of deltas may pass in between. Before the simulation starts it is
///          reset, as SystemC units are by their construction.
template <class Unit>
class VerilatedUnit : public sc_core::sc_module, public Unit::Ports {
public:
    SC_HAS_PROCESS(VerilatedUnit);

    /// Throws rtl::UnitMismatch naming a port that has not the pins it needs.
    VerilatedUnit(const sc_core::sc_module_name& name, const typename Unit::Parameters& parameters,
                  std::unique_ptr<UnitModel> model)
        : sc_module(name),
          Unit::Ports(parameters),
          model_(std::move(model)),
          pins_(*this, *model_, pin_sizes(parameters)) {
        SC_METHOD(settle);
        pins_.make_sensitive(this->sensitive);
        if constexpr (kClocked) {
            SC_METHOD(edge);
            this->dont_initialize();
            this->sensitive << this->clk_i.pos();
        }
    }

private:
    static constexpr bool kClocked = !std::is_same_v<Unit, rtl::Crossbar>;

    void start_of_simulation() override {
        pins_.set_inputs();
        if constexpr (kClocked) {
            pins_.hold_in_reset();
            clock();
            clock();
        }
        pins_.forget();
        settle();
    }
    void settle() {
        if (pins_.set_inputs()) {
            model_->eval();
            pins_.drive();
        }
    }
    void edge() {
        pins_.set_inputs();
        clock();
        pins_.drive();
    }
    void clock() {
        model_->eval();
        pins_.set_clock(true);
        model_->eval();
        pins_.set_clock(false);
        model_->eval();
    }

    std::unique_ptr<UnitModel> model_;
    FlattenedPorts pins_;
};

/// The maker of a unit, out of the variants that were verilated. Throws rtl::UnitMismatch when it
/// is asked for one that was not.
template <class Unit>
rtl::UnitMaker<Unit> verilated_maker(UnitSet set) {
    return [set = std::move(set)](const char* name, const typename Unit::Parameters& parameters) {
        const std::map<std::string, int> wanted = variant_of(parameters);
        const auto fits = [&](const UnitVariant& variant) {
            return std::all_of(wanted.begin(), wanted.end(), [&](const auto& parameter) {
                const auto own = variant.parameters.find(parameter.first);
                return own != variant.parameters.end() && own->second == parameter.second;
            });
        };
        const auto variant = std::find_if(set.variants.begin(), set.variants.end(), fits);
        if (variant == set.variants.end()) {
            std::string text = std::string(name) + ": " + set.name + " was not verilated with";
            for (const auto& [parameter, value] : wanted) {
                text += ' ' + parameter + ' ' + std::to_string(value);
            }
            throw rtl::UnitMismatch(text);
        }
        return std::make_unique<VerilatedUnit<Unit>>(name, parameters, variant->make(name));
    };
}

template <class Unit>
void set_verilated(rtl::UnitMaker<Unit>& maker, const UnitSet& set) {
    maker = verilated_maker<Unit>(set);
}

/// The makers of what was verilated, for a router.
inline void add_verilated(const UnitSet& set, rtl::UnitMakers& makers) {
    rtl::with_maker(set.unit, [&](auto member) { set_verilated(makers.*member, set); });
}

}  // namespace flitscope::cosim
