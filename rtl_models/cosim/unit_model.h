#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/router/pin_bits.h"
#include "rtl_models/router/pin_widths.h"

namespace flitscope::cosim {

/// A pin of a verilated unit: its bits lie at `data`, bit 0 lowest.
struct UnitPin {
    std::string name;
    bool output = false;
    int width = 1;
    unsigned char* data = nullptr;
};

/// A verilated unit without types of Verilator or SystemC, whose headers cannot be combined. Only
/// generated sources create them.
class UnitModel {
public:
    UnitModel() = default;
    UnitModel(const UnitModel&) = delete;
    UnitModel& operator=(const UnitModel&) = delete;
    virtual ~UnitModel() = default;

    /// Reads the input pins.
    virtual void eval() = 0;
    /// The same at every call.
    virtual const std::vector<UnitPin>& pins() const = 0;
    /// Null: it has none of this name.
    const UnitPin* find(const std::string& name) const {
        const auto found = std::find_if(pins().begin(), pins().end(),
                                        [&](const UnitPin& pin) { return pin.name == name; });
        return found == pins().end() ? nullptr : &*found;
    }
    rtl::PinBits bits(const std::string& name) const {
        const UnitPin* const pin = find(name);
        return pin == nullptr ? rtl::PinBits() : rtl::PinBits(pin->data, 0, pin->width);
    }
};

/// One set of values of the parameters of a unit of router.v.
struct UnitVariant {
    std::map<std::string, int> parameters;  ///< all that are numbers, by name
    std::function<std::unique_ptr<UnitModel>(const std::string& name)> make;
};

/// A verilated unit: everything that the instances in one router need.
struct UnitSet {
    std::string name;
    std::string unit;
    std::string arguments;  ///< cmake_arguments() of the router that it was built for
    rtl::PinSizes sizes;    ///< of its pins
    std::vector<UnitVariant> variants;
    bool reads_occupancy = false;    ///< an allocator of somebody else's with pins for it
    std::vector<std::string> loops;  ///< combinational, in the Verilog
};

}  // namespace flitscope::cosim
