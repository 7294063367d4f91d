#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rtl_models/cosim/unit_model.h"
#include "rtl_models/cosim/verilated_trace.h"

namespace flitscope::cosim {

template <class Pin>
UnitPin unit_pin(const char* name, bool output, int width, Pin& pin) {
    return {name, output, width, reinterpret_cast<unsigned char*>(&pin)};
}

/// Any Verilated module behind the plain interface. Only generated sources include this.
///
/// Pins   a static function of(model) that gives the pins of a Model
template <class Model, class Pins, bool traced = false>
class VerilatedUnitModel final : public UnitModel {
public:
    explicit VerilatedUnitModel(const std::string& name)
        : model_(&model_context(), name.c_str()), pins_(Pins::of(model_)) {}

    // The destructor of a model looks for its context in the thread.
    ~VerilatedUnitModel() override { Verilated::threadContextp(&model_context()); }

    void eval() override { model_.eval(); }
    const std::vector<UnitPin>& pins() const override { return pins_; }
    void open_trace(const std::string& file) override { trace_.open(model_, file); }
    void write_trace(std::uint64_t picoseconds) override { trace_.write(picoseconds); }
    void close_trace() override { trace_.close(); }

private:
    Model model_;
    std::vector<UnitPin> pins_;
    VerilatedTrace<traced> trace_;
};

/// With the values of its parameters.
template <class Model, class Pins>
UnitVariant unit_variant(std::map<std::string, int> parameters) {
    return {std::move(parameters), [](const std::string& name) {
                return std::unique_ptr<UnitModel>(
                    std::make_unique<VerilatedUnitModel<Model, Pins>>(name));
            }};
}

}  // namespace flitscope::cosim
