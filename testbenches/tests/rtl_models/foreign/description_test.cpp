// What is wrong with a pin description is said once, with file, line and pin.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "rtl_models/cosim/plugin_loader.h"
#include "rtl_models/foreign/device_setup.h"
#include "rtl_models/foreign/pin_check.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/pin_description/description_reader.h"
#include "testbenches/drive/pin_description/verilated_pins.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

const cosim::DeviceModel& toy() { return *cosim::load_plugin(TOY_ROUTER).devices.front(); }

std::string edited(const std::string& old_text, const std::string& new_text) {
    std::string text = toy().description_text();
    const std::size_t at = text.find(old_text);
    EXPECT_NE(at, std::string::npos) << old_text;
    return at == std::string::npos ? text : text.replace(at, old_text.size(), new_text);
}

/// "" when it is accepted.
std::string complaint(const std::string& text) {
    try {
        cosim::check_pins(read_device_description("pins.yaml", text), toy().pins());
        return "";
    } catch (const ConfigError& error) {
        return error.what();
    } catch (const cosim::DescriptionError& error) {
        return error.what();
    }
}

int line_of(const std::string& text, const std::string& what) {
    const std::size_t at = text.find(what);
    return 1 +
           static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

struct Bad {
    const char* old_text;
    const char* new_text;
    const char* expected;  ///< part of the message
    const char* line;      ///< text in the line it names; "": new_text
};

const std::vector<Bad>& bad_descriptions() {
    static const std::vector<Bad> list = {
        {"clock: clock", "clock: clok",
         "clock: pin clok: the top has no such pin; it has clock, reset_n,", ""},
        {"clock: clock", "clock: my_x", "clock: pin my_x: has 4 bits, must have 1 bit", ""},
        {"clock: clock", "clock: busy", "pin busy: is an output of the top, must be an input", ""},
        {"pin: reset_n", "pin: clock", "reset.pin: pin clock: bit 0 overlap with clock (line 3)",
         ""},
        {"active: low, cycles", "active: lo, cycles", "reset.active = lo: unknown value", ""},
        {"cycles: 3", "cycles: 0", "reset.cycles = 0: out of range; accepted: a whole number 1..",
         ""},
        {"[local, -1, +0, +1, -0]", "[-1, +0, +1, -0]", "no port for the node itself", ""},
        {"[local, -1, +0, +1, -0]", "[local, -1, -1, +1, -0]", "ports = -1: twice", ""},
        {"[local, -1, +0, +1, -0]", "[local, north, +0, +1, -0]", "ports = north: not a port", ""},
        {"vcs: 1", "vcs: 2", "vcs = 2: flits of several VCs carry a VC number", ""},
        {"kind: head_tail", "kind: headtail", "flit.kind = headtail: unknown value", ""},
        {"holds: message, at: 8, width: 16", "holds: message, at: 4, width: 16",
         "flit.head.tag: overlaps with field y (line 14) in the flit", ""},
        {"holds: length, at: 24, width: 8", "holds: length, at: 34, width: 8",
         "flit.head.length: bits 41..34 of a flit of 38 bits (inputs.flit, pin in_flit)", ""},
        {"holds: length, at: 24, width: 8", "holds: constant, value: 256, at: 24, width: 8",
         "flit.head.length: 8 bits cannot hold 256", ""},
        {"holds: length, at: 24, width: 8", "holds: lenght, at: 24, width: 8",
         "did you mean \"length\"?", ""},
        {"holds: length, at: 24, width: 8", "holds: length, coordinate: 1, at: 24, width: 8",
         "an option of a field that holds destination or source", ""},
        {"name: tag, holds: message, at: 8", "name: x, holds: message, at: 8",
         "flit.head[2].name = x: there is a field of this name already", ""},
        {"stride: 40, order: msb_first}\n  tail", "stride: 37, order: msb_first}\n  tail",
         "inputs.flit.stride = 37: smaller than offset + width", "stride: 37"},
        {"flit: {pin: in_flit, width: 38, stride: 40,",
         "flit: {pin: in_flit, width: 38, stride: 41,",
         "inputs.flit: pin in_flit, port 0: bits 201..164 of 200 bits", ""},
        {"offset: 38, order: msb_first}", "offset: 37, order: msb_first}",
         "inputs.tail: pin in_flit: bit 197 overlap with inputs.flit (line ", ""},
        {"width: 38, stride: 40, order: msb_first}", "width: 37, stride: 40, order: msb_first}",
         "pin in_flit: bit 37 of 200 bits are driven by nothing", "head: {pin: in_flit"},
        {"{pin: out_valid, array: true}", "{pin: out_valid}",
         "outputs.valid: pin out_valid, port 0: is an unpacked array of 5 elements of 1 bit; say "
         "`array: true`",
         ""},
        {"pin: in_credit, order: msb_first,", "pin: in_credit, pin: in_credit,", "twice", ""},
        {"in_credit, order: msb_first, initial: 4", "in_credit, width: 2, initial: 4",
         "inputs.flow_control: pin in_credit, port 0: has a slice of 2 bits, must have 1", ""},
        {"in_credit, order: msb_first, initial: 4", "in_credit, order: msb_first",
         "inputs.flow_control.initial: missing", ""},
        {"{pin: in_valid, order: msb_first}", "{pin: in_valid, per: flit}",
         "inputs.valid.per = flit: unknown value; accepted: port, vc", ""},
        {"vcs: 1", "vcs: 1\nvc: one_hot", "inputs.vc: missing", "valid: {pin: in_valid"},
        {"{kind: credit, pin: out_credit, array: true, initial: 4}",
         "{kind: ready_valid, pin: out_credit, array: true, per: presented, valid_from_ready: "
         "true}",
         "with `per: presented` ready waits for valid; accepted: `per: vc` or `per: port`", ""},
        {"{kind: credit, pin: out_credit, array: true, initial: 4}",
         "{kind: ready_valid, pin: out_credit, array: true, valid_from_on: true}",
         "an option of flow control of kind on_off", ""},
        {"in_credit, order: msb_first, initial: 4", "in_credit, per: vc, initial: 4",
         "an option of flow control of kind ready_valid", ""},
        {"pin: out_credit, array: true,", "pin: out_valid, array: true,",
         "outputs.flow_control: pin out_valid: is an output of the top, must be an input", ""},
        {"tie: {fault_i: 0 }", "tie: {fault_i: 32}",
         "tie: pin fault_i: 5 bits cannot hold the value", ""},
        {"tie: {fault_i: 0 }", "tie: {fault_i: 0, my_x: 0}",
         "tie: pin my_x: all its bits overlap with node (line ", ""},
        {"tie: {fault_i: 0 }", "", "pin fault_i: bits 4..0 of 5 bits are driven by nothing",
         "# toy_router.sv"},
        {"{pin: busy, active: low}", "{pin: my_x, active: low}",
         "idle: pin my_x: is an input of the top, must be an output", ""},
        {"watchdog: 400", "quiet_after: 3", "there is an `idle` pin, which says it better", ""},
        {"watchdog: 400", "watchdgo: 400", "watchdgo = 400: unknown key", ""},
        {"{pin: my_x, coordinate: 0}", "{pin: my_x, coordinate: 0, value: 3}",
         "node[0].coordinate = 0: an option of an address without `value`", ""},
        {"{pin: my_x, coordinate: 0}", "{pin: my_x, value: 3 * column}",
         "node[0].value = 3 * column: unknown: \"column\"; there are node, nodes, x, y and z", ""},
        {"{pin: my_x, coordinate: 0}", "{pin: my_x, at: 2, width: 3, coordinate: 0}",
         "node: pin my_x: bits 4..2 of 4 bits", ""},
        {"{pin: my_x, coordinate: 0}", "{pin: my_x, at: 1, width: 3, coordinate: 0}",
         "pin my_x: bit 0 of 4 bits are driven by nothing", ""},
        {"{pin: my_x, coordinate: 0}", "{pin: my_y, at: 1, coordinate: 0}",
         "node: pin my_y: bits 3..1 overlap with node", "{pin: my_y, coordinate: 1"},
        {"cycles: 3}", "cycles: 3, settle: -1}", "reset.settle = -1: out of range; accepted: ", ""},
        {"vcs: 1", "vcs: 1\nmax_length: 0", "max_length = 0: out of range; accepted: a whole",
         "max_length: 0"},
        {"in_credit, order: msb_first, initial: 4",
         "in_credit, order: msb_first, initial: 4, valid: {pin: in_credit}",
         "inputs.flow_control.valid = {pin: in_credit}: an option of flow control with `returns: "
         "id`",
         ""},
        {"{kind: credit, pin: in_credit, order: msb_first, initial: 4}",
         "{kind: credit, returns: id, initial: 4, valid: {pin: in_credit, offset: 1}}",
         "inputs.flow_control.valid: pin in_credit, port 2: bit 5 of 5 bits", ""},
        {"valid: {pin: in_valid, order: msb_first}", "valid: {pins: [in_valid]}",
         "a list of 5 pins, one per port", ""},
    };
    return list;
}

TEST(Description, TheToyRoutersIsAccepted) { EXPECT_EQ(complaint(toy().description_text()), ""); }

TEST(Description, EachMistakeIsNamedWithLineAndPin) {
    for (const Bad& bad : bad_descriptions()) {
        const std::string text = edited(bad.old_text, bad.new_text);
        const std::string message = complaint(text);
        const std::string at = *bad.line != '\0' ? bad.line : bad.new_text;
        EXPECT_THAT(message, HasSubstr(bad.expected)) << bad.new_text;
        EXPECT_THAT(message,
                    testing::StartsWith("pins.yaml:" + std::to_string(line_of(text, at)) + ":"))
            << bad.new_text;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
}

TEST(Description, AValidBitPerVcSaysTheVc) {
    std::string text = edited("vcs: 1", "vcs: 2");
    const auto replace = [&text](const std::string& old_text, const std::string& new_text) {
        text.replace(text.find(old_text), old_text.size(), new_text);
    };
    replace("{pin: in_valid,", "{pin: in_valid, per: vc,");
    EXPECT_THAT(complaint(text), HasSubstr("vcs = 2: flits of several VCs carry a VC number; "
                                           "accepted: `vc: binary`, `vc: one_hot`, or `valid: "
                                           "{pin, per: vc}`"));
    replace("{pin: out_valid,", "{pin: out_valid, per: vc,");
    EXPECT_THAT(complaint(text), HasSubstr("inputs.valid: pin in_valid, port "));
    replace("vcs: 2", "vcs: 2\nvc: binary");
    EXPECT_THAT(complaint(text), HasSubstr("vc = binary: both `valid` signals have a bit per VC"));
}

TEST(Description, MissingSectionsAreNamed) {
    for (const char* key : {"clock", "reset", "ports", "flit", "inputs", "outputs"}) {
        std::string text = toy().description_text();
        const std::size_t at = text.find("\n" + std::string(key) + ":") + 1;
        text.insert(at, "renamed_");
        EXPECT_THAT(complaint(text), HasSubstr("renamed_")) << key;
        text = "clock: clock\n";
        EXPECT_THAT(complaint(text), HasSubstr("missing"));
    }
}

/// "" when the description fits a network.
std::string misfit(const std::string& topology, const std::vector<std::int64_t>& size,
                   const std::string& old_text, const std::string& new_text, int vcs = 1) {
    Options options;
    if (topology == "mesh") {
        options = {{"size", size}};
    } else {
        options = {{"dimensions", size.front()}};
    }
    const auto graph = topo::make_topology(topology, options);
    const auto routing =
        topo::make_routing(topology == "mesh" ? "dimension_order" : "ecube", *graph, {});
    rtl::NetworkDescription network;
    network.topology = graph.get();
    network.routing = routing.get();
    network.router.virtual_channels = vcs;
    try {
        const cosim::DeviceSetup setup(
            network, cosim::load_plugin(TOY_ROUTER).devices.front(),
            read_device_description("pins.yaml", edited(old_text, new_text)));
        return "";
    } catch (const cosim::DescriptionError& error) {
        return error.what();
    }
}

TEST(Description, AddressesAndPortsMustFitTheNetwork) {
    EXPECT_EQ(misfit("mesh", {4, 4}, "vcs: 1", "vcs: 1"), "");
    EXPECT_EQ(misfit("mesh", {16, 16}, "vcs: 1", "vcs: 1"), "");
    EXPECT_THAT(
        misfit("mesh", {17, 4}, "vcs: 1", "vcs: 1"),
        HasSubstr("pins.yaml:8:5: node (pin my_x): 4 bits cannot hold coordinate 0 up to 16"));
    EXPECT_THAT(
        misfit("mesh", {4, 4}, "coordinate: 0, at: 0, width: 4", "coordinate: 0, at: 0, width: 1"),
        HasSubstr("flit.head.x: 1 bit cannot hold coordinate 0 up to 3"));
    EXPECT_THAT(
        misfit("mesh", {4, 4}, "holds: destination, coordinate: 1, reversed: true, at: 4, width: 4",
               "holds: destination, at: 4, width: 3"),
        HasSubstr("flit.head.y: 3 bits cannot hold node ids up to 15"));
    EXPECT_THAT(misfit("mesh", {4, 4}, "{pin: my_y, coordinate: 1", "{pin: my_y, coordinate: 2"),
                HasSubstr("coordinate 2: nodes of topology mesh have 2"));
    EXPECT_THAT(misfit("mesh", {4, 4, 4}, "vcs: 1", "vcs: 1"),
                HasSubstr("port 4 of topology mesh is not in the list"));
    EXPECT_THAT(misfit("mesh", {4}, "vcs: 1", "vcs: 1"),
                HasSubstr("pins.yaml:5:16: ports: -1: topology mesh has no such port"));
    EXPECT_THAT(misfit("hypercube", {4}, "[local, -1, +0, +1, -0]", "[local, 0, 1, 2, 7]"),
                HasSubstr("ports: 7: topology hypercube has no such port; its ports are 0..3"));
    EXPECT_THAT(misfit("mesh", {4, 4}, "vcs: 1", "vcs: 1", 2),
                HasSubstr("vcs: 1 in the device, but `router.virtual_channels` is 2"));
}

TEST(VerilatedPins, AreReadWithTheirShapes) {
    const auto pins = read_verilated_pins(
        "  public:\n"
        "    VL_IN8(&clk,0,0);\n"
        "    VL_OUT16(&__SYM__class,11,0);\n"
        "    VL_IN64(&a___05Fb,63,0);\n"
        "    VL_INW(&wide,69,0,3);\n"
        "    VL_OUTW((&warr)[2],69,0,3);\n"
        "    VL_IN8((&md)[2][3],2,0);\n");
    ASSERT_EQ(pins.size(), 6U);
    const auto text = [&pins](std::size_t i) {
        const cosim::DevicePin& pin = pins[i].pin;
        return pins[i].member + " " + pin.name + (pin.input ? " in " : " out ") +
               std::to_string(pin.width) + "x" + std::to_string(pin.elements) +
               (pin.array ? " array" : "");
    };
    EXPECT_EQ(text(0), "clk clk in 1x1");
    EXPECT_EQ(text(1), "__SYM__class class out 12x1");
    EXPECT_EQ(text(2), "a___05Fb a__b in 64x1");
    EXPECT_EQ(text(3), "wide wide in 70x1");
    EXPECT_EQ(text(4), "warr warr out 70x2 array");
    EXPECT_EQ(text(5), "md md in 3x6 array");
    EXPECT_THROW(read_verilated_pins("VL_INOUT8(&pad,0,0);"), std::runtime_error);
    EXPECT_THROW(read_verilated_pins("nothing"), std::runtime_error);
}

}  // namespace
}  // namespace flitscope::tb
