#include "rtl_models/foreign/device_reset.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/counted.h"
#include "rtl_models/foreign/device_violation.h"
#include "rtl_models/foreign/flit_coder.h"
#include "rtl_models/router/pin_widths.h"

namespace flitscope::cosim {

namespace {

/// Writes a constant of any width; bits beyond its words are 0.
void write(rtl::PinBits pin, const std::vector<std::uint64_t>& value) {
    const int words = std::min(rtl::words_of(pin.width()), static_cast<int>(value.size()));
    pin.clear();
    for (int word = 0; word < words; ++word) {
        pin.write(64 * word, rtl::bits_of_word(pin.width(), word),
                  value[static_cast<std::size_t>(word)]);
    }
}

}  // namespace

DeviceReset::DeviceReset(const DeviceSetup& setup, Device& device, topo::NodeId node,
                         DevicePorts& ports, PinHistory& history)
    : setup_(setup),
      device_(device),
      node_(node),
      ports_(ports),
      history_(history),
      binder_(setup.model->pins(), device),
      clock_(binder_.whole(setup.description.clock)),
      reset_(binder_.whole(setup.description.reset)) {}

void DeviceReset::edge() {
    clock_.write(1);
    device_.eval();
    clock_.write(0);
    device_.eval();
}

void DeviceReset::run() {
    drive();
    // Registers had random values, so failed assertions mean nothing.
    for (const DeviceRemark& remark : device_.take_remarks()) {
        if (remark.kind == DeviceRemark::Kind::fatal) {
            throw ViolationCause(ViolationKind::stopped, "during reset: " + remark.text);
        }
    }
    check();
}

void DeviceReset::set_ties(const std::vector<TiedPin>& ties) {
    for (const TiedPin& tie : ties) {
        for (const rtl::PinBits& element : binder_.elements(tie.pin)) {
            write(element, tie.value);
        }
    }
}

void DeviceReset::set_constants() {
    const DeviceDescription& d = setup_.description;
    for (const DevicePin& pin : setup_.model->pins()) {
        if (pin.input && pin.name != d.clock && pin.name != d.reset) {
            for (rtl::PinBits element : binder_.elements(pin.name)) {
                element.clear();
            }
        }
    }
    set_ties(d.ties);
    for (const NodePin& node : d.node) {
        if (node.pin.empty()) {
            continue;
        }
        const int width = node.width == 0 ? binder_.whole(node.pin).width() - node.lsb : node.width;
        const std::uint64_t value = setup_.addresses.of(d, node, node_);
        if (!fits(value, width)) {
            throw DescriptionError(d, node.place, "node (pin " + node.pin + ")",
                                   fmt::format("{} cannot hold {}, the value of node {}",
                                               counted(width, "bit"), value, node_));
        }
        binder_.bits({node.pin, 0, node.lsb, width}).write(value);
    }
    for (DeviceInput& input : ports_.inputs()) {
        FlitCoder::clear(input.pins);
    }
    for (DeviceOutput& output : ports_.outputs()) {
        const FlowControlParameters& flow = d.output_flow;
        const bool ones =
            output.flow == nullptr && flow.kind == FlowControlKind::on_off && flow.off_is_high;
        output.pins.write_back(ones ? ~std::uint64_t{0} : 0);
    }
}

void DeviceReset::drive() {
    const DeviceDescription& d = setup_.description;
    const std::uint64_t active = d.reset_active_high ? 1 : 0;
    clock_.write(0);
    set_constants();
    set_ties(d.reset_hold);
    // The last cycle before edge 0 is -1.
    rtl::Cycle cycle = -1 - d.reset_cycles - d.reset_settle;
    if (!d.reset_synchronous) {
        // The edge that an asynchronous reset waits for.
        reset_.write(1 - active);
        device_.eval();
        history_.record(cycle - 1);
    }
    reset_.write(active);
    device_.eval();
    for (int i = 0; i < d.reset_cycles; ++i) {
        history_.record(cycle++);
        edge();
    }
    reset_.write(1 - active);
    set_constants();
    device_.eval();
    for (int i = 0; i < d.reset_settle; ++i) {
        history_.record(cycle++);
        edge();
    }
    history_.keep();
}

std::string DeviceReset::reset_hint() const {
    const DeviceDescription& d = setup_.description;
    return fmt::format("; is it out of reset? {}active: {}, cycles: {}, settle: {}",
                       d.where(d.reset_place, "reset"), d.reset_active_high ? "high" : "low",
                       d.reset_cycles, d.reset_settle);
}

void DeviceReset::check() {
    for (const DeviceOutput& output : ports_.outputs()) {
        if (FlitCoder::valid(output.pins)) {
            throw ViolationCause(ViolationKind::active_after_reset, "valid" + reset_hint(),
                                 output.name);
        }
    }
    for (DeviceInput& input : ports_.inputs()) {
        if (credits_on(setup_.description.input_flow, input.pins.read_back()) != 0) {
            throw ViolationCause(ViolationKind::active_after_reset, "credit" + reset_hint(),
                                 input.name);
        }
        input.clocked();
    }
}

}  // namespace flitscope::cosim
