#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/cosim/verilated_model.h"
#include "rtl_models/router/lookahead.h"
#include "rtl_models/router/pin_bits.h"
#include "rtl_models/router/pin_widths.h"

namespace flitscope::cosim {

/// A pin of a verilated unit or router: its bits lie at `data`, bit 0 lowest.
struct UnitPin {
    std::string name;
    bool output = false;
    int width = 1;
    unsigned char* data = nullptr;
};

/// A verilated unit, or a whole router.v. Only generated sources create them.
class UnitModel : public VerilatedModel {
public:
    UnitModel() = default;
    UnitModel(const UnitModel&) = delete;
    UnitModel& operator=(const UnitModel&) = delete;

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

/// The pins by which rows of route tables are loaded, with a clock of their own.
struct TablePins {
    explicit TablePins(const UnitModel& model)
        : clock(model.bits("table_clk_i")),
          valid(model.bits("table_i_valid")),
          address(model.bits("table_i_address")),
          row(model.bits("table_i_row")) {}

    /// A row as in rtl::RouteTableRows, for the tables of the inputs that are `valid`.
    void write(UnitModel& model, std::uint32_t at, const std::vector<std::uint8_t>& entries) {
        address.write(at);
        for (std::size_t port = 0; port < entries.size(); ++port) {
            row.write(static_cast<int>(port) * 8, 8, entries[port]);
        }
        clock.write(1);
        model.eval();
        clock.write(0);
        model.eval();
    }

    rtl::PinBits clock, valid, address, row;
};

/// Lookahead: drives the pins that name the neighbours of a router, or of its route unit. They are
/// taken at reset.
inline void set_neighbours(UnitModel& model, const rtl::Lookahead& lookahead, topo::RouterId router,
                           int network_ports) {
    rtl::PinBits ids = model.bits("neighbour_i");
    rtl::PinBits inputs = model.bits("neighbour_i_input");
    const int width = ids.exists() ? ids.width() / network_ports : 0;
    for (topo::PortId port = 0; width > 0 && port < network_ports; ++port) {
        const topo::PortPeer next = lookahead.peer(router, port);
        if (next.connected()) {
            ids.write(port * width, width, static_cast<std::uint64_t>(next.node));
            inputs.write(port * 8, 8, static_cast<std::uint64_t>(next.port));
        }
    }
}

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
