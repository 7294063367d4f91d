#include "testbenches/drive/pin_description/description_reader.h"

#include <algorithm>

#include "testbenches/drive/pin_description/signal_reader.h"

namespace flitscope::tb {

namespace {

constexpr int kMaxVcs = 64;
constexpr int kMaxPinBits = 1 << 16;
constexpr int kMaxMessageFlits = 1 << 30;
constexpr int kMaxPorts = 64;
constexpr int kMaxResetCycles = 100000;
constexpr int kMaxCycles = 1 << 30;
constexpr int kMaxHistory = 100000;
constexpr int kMaxCredits = 4096;
constexpr int kMaxCreditCountBits = 8;

using cosim::DeviceDescription;
using cosim::DevicePort;
using cosim::DirectionPins;
using cosim::FlowControlKind;
using cosim::FlowControlParameters;

constexpr NamedValue<cosim::VcCode> kVcCodes[] = {{"none", cosim::VcCode::none},
                                                  {"binary", cosim::VcCode::binary},
                                                  {"one_hot", cosim::VcCode::one_hot}};
constexpr NamedValue<FlowControlKind> kFlowControlKinds[] = {
    {"credit", FlowControlKind::credit},
    {"ready_valid", FlowControlKind::ready_valid},
    {"on_off", FlowControlKind::on_off}};
constexpr NamedValue<cosim::CreditStyle> kCreditStyles[] = {{"pulse", cosim::CreditStyle::pulse},
                                                            {"count", cosim::CreditStyle::count},
                                                            {"id", cosim::CreditStyle::id}};
constexpr NamedValue<bool> kLevels[] = {{"low", false}, {"high", true}};
constexpr NamedValue<cosim::ReadyScope> kReadyScopes[] = {
    {"port", cosim::ReadyScope::port},
    {"vc", cosim::ReadyScope::vc},
    {"presented", cosim::ReadyScope::presented}};
constexpr NamedValue<bool> kValidScopes[] = {{"port", false}, {"vc", true}};

constexpr const char* kPortWords =
    "+0, -0, +1, ... (towards higher or lower coordinates of a dimension), 0, 1, ... (Flitscope's "
    "ports), local";

std::optional<DevicePort> port_of(const std::string& word) {
    DevicePort port;
    if (word == "local") {
        port.kind = DevicePort::Kind::local;
        return port;
    }
    const bool direction = !word.empty() && (word[0] == '+' || word[0] == '-');
    const std::string digits = word.substr(direction ? 1 : 0);
    if (digits.empty() || digits.size() > 2 ||
        !std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; })) {
        return std::nullopt;
    }
    port.kind = direction ? DevicePort::Kind::direction : DevicePort::Kind::network;
    port.positive = word[0] != '-';
    port.number = std::stoi(digits);
    return port;
}

bool same(const DevicePort& a, const DevicePort& b) {
    return a.kind == b.kind && (a.kind == DevicePort::Kind::local ||
                                (a.number == b.number && a.positive == b.positive));
}

std::vector<DevicePort> read_ports(ConfigSection& top) {
    std::vector<DevicePort> ports;
    const ConfigNode* const list = top.find("ports");
    if (list == nullptr) {
        return ports;
    }
    if (list->kind != ConfigNode::Kind::sequence || list->items.empty() ||
        list->items.size() > kMaxPorts) {
        top.fail("ports", "not a list of ports", kPortWords);
    }
    bool has_local = false;
    for (const ConfigNode& item : list->items) {
        const std::optional<DevicePort> port =
            item.kind == ConfigNode::Kind::scalar ? port_of(item.scalar) : std::nullopt;
        const bool twice = port && std::any_of(ports.begin(), ports.end(),
                                               [&](const auto& each) { return same(each, *port); });
        if (!port || twice) {
            throw ConfigError({item.position(), twice ? "twice" : "not a port", kPortWords, "ports",
                               item.text()});
        }
        ports.push_back(*port);
        ports.back().place = place_of(item.position());
        has_local = has_local || port->kind == DevicePort::Kind::local;
    }
    if (!has_local) {
        top.fail("ports", "no port for the node itself", kPortWords);
    }
    return ports;
}

cosim::NodePin read_node_pin(ConfigSection& section) {
    cosim::NodePin pin;
    pin.place = place_of(section.position_of(""));
    pin.parameter = read_name(section, "parameter");
    if (pin.parameter.empty()) {
        section.require("pin", "the name of a pin, or `parameter` and that of a parameter");
        pin.pin = read_name(section, "pin");
        section.integer("at", pin.lsb, 0, kMaxPinBits);
        section.integer("width", pin.width, 1, 64);
    }
    section.foreign({"pin", "at", "width"}, "an address without", "`parameter`");
    if (section.has("value")) {
        pin.value.emplace();
        section.node_value("value", *pin.value);
    } else {
        pin.coordinate = section.has("coordinate");
        section.integer("coordinate", pin.dimension, 0, kMaxPorts);
        section.truth("reversed", pin.reversed);
    }
    section.foreign({"coordinate", "reversed"}, "an address without", "`value`");
    if (pin.reversed && !pin.coordinate) {
        section.fail("reversed", "an address without `coordinate` has no direction");
    }
    section.finish();
    return pin;
}

std::vector<cosim::NodePin> read_node(ConfigSection& top) {
    std::vector<cosim::NodePin> pins;
    top.sections("node",
                 "a list of {pin, at, width, coordinate, reversed, value}, or with `parameter` for "
                 "`pin`",
                 [&](ConfigSection& section) { pins.push_back(read_node_pin(section)); });
    return pins;
}

void read_kind(ConfigSection& section, FlowControlParameters& flow, bool input) {
    section.require("kind", "credit, ready_valid, on_off");
    section.choice("kind", flow.kind, kFlowControlKinds);
    if (flow.kind == FlowControlKind::credit) {
        section.require("initial", integer_range(1, kMaxCredits));
        section.integer("initial", flow.initial, 1, kMaxCredits);
        section.choice("returns", flow.style, kCreditStyles);
        if (flow.style == cosim::CreditStyle::count) {
            section.integer("bits", flow.count_bits, 1, kMaxCreditCountBits);
        }
    } else if (flow.kind == FlowControlKind::ready_valid) {
        section.choice("per", flow.per, kReadyScopes);
        if (input) {
            section.truth("ready_from_valid", flow.ready_from_valid);
        } else {
            section.truth("valid_from_ready", flow.valid_from_ready);
            if (flow.valid_from_ready && flow.per == cosim::ReadyScope::presented) {
                section.fail("valid_from_ready", "with `per: presented` ready waits for valid",
                             "`per: vc` or `per: port`");
            }
        }
    } else {
        section.choice("off_is", flow.off_is_high, kLevels);
        if (!input) {
            section.require("slots", integer_range(1, kMaxCredits));
            section.integer("slots", flow.slots, 1, kMaxCredits);
            section.integer("off_below", flow.off_below, 1, flow.slots);
            flow.on_above = flow.off_below - 1;
            section.integer("on_above", flow.on_above, flow.off_below - 1, flow.slots - 1);
            section.truth("valid_from_on", flow.valid_from_ready);
        }
    }
    const std::string selector = "flow control of kind";
    section.foreign({"initial", "returns", "bits"}, selector, "credit");
    section.foreign({"per", "ready_from_valid", "valid_from_ready"}, selector, "ready_valid");
    section.foreign({"off_is", "slots", "off_below", "on_above", "valid_from_on"}, selector,
                    "on_off");
}

class DirectionReader {
public:
    /// `vc_code`: for a valid signal of one bit.
    DirectionReader(ConfigSection section, const DeviceDescription& description,
                    cosim::VcCode vc_code, bool input)
        : section_(std::move(section)),
          name_(input ? "inputs" : "outputs"),
          description_(description),
          vc_code_(vc_code),
          input_(input) {}

    void read(DirectionPins& pins, FlowControlParameters& flow) {
        using cosim::HeadStyle;
        pins.vc_code = vc_code_;
        valid(pins);
        signal("flit", 1, pins.flit, has_flit_fields());
        const int vc_bits = cosim::vc_bits(pins.vc_code, description_.vcs);
        optional_signal("vc", vc_bits, pins.vc, vc_bits != 0, "`vc: binary` or `vc: one_hot`");
        const HeadStyle style = description_.head_style;
        optional_signal("type", 2, pins.type, style == HeadStyle::type_code, "`kind: type_code`");
        optional_signal("head", 1, pins.head, style == HeadStyle::head_tail, "`kind: head_tail`");
        optional_signal("tail", 1, pins.tail,
                        style == HeadStyle::head_tail || style == HeadStyle::last,
                        "`kind: head_tail` or `kind: last`");
        signal("data", 8, pins.data, false);
        for (const auto* fields : {&description_.head_fields, &description_.body_fields}) {
            for (const cosim::FlitField& field : *fields) {
                if (field.width == 0 && !known(pins, field.name)) {
                    pins.fields.emplace_back();
                    signal(field.name, 1, pins.fields.back(), true);
                }
            }
        }
        read_section(section_, "flow_control", "{kind, pin, ...}", [&](ConfigSection& section) {
            read_kind(section, flow, input_);
            if (flow.kind == FlowControlKind::credit && flow.style == cosim::CreditStyle::id &&
                section.has("valid")) {
                read_id_credit(section, pins);
                return;
            }
            section.foreign({"valid", "vc"}, "flow control with",
                            "`returns: id`, both of them, in place of `pin`");
            pins.back = read_slices(section, name_ + ".flow_control", description_.ports,
                                    back_bits(flow, description_.vcs));
        });
        section_.finish();
    }

private:
    bool has_flit_fields() const {
        const auto in_flit = [](const cosim::FlitField& each) { return each.width != 0; };
        return std::any_of(description_.head_fields.begin(), description_.head_fields.end(),
                           in_flit) ||
               std::any_of(description_.body_fields.begin(), description_.body_fields.end(),
                           in_flit);
    }
    bool known(const DirectionPins& pins, const std::string& field) const {
        return std::any_of(
            pins.fields.begin(), pins.fields.end(),
            [&](const cosim::PortSignal& each) { return each.key == name_ + "." + field; });
    }
    /// Valid bit and VC number have places of their own.
    void read_id_credit(ConfigSection& section, DirectionPins& pins) {
        const auto part = [&](const char* key, int width, cosim::PortSignal& target) {
            read_section(section, key, "{pin, stride, offset, ...}", [&](ConfigSection& slices) {
                target =
                    read_slices(slices, name_ + ".flow_control." + key, description_.ports, width);
            });
        };
        part("valid", 1, pins.back);
        if (description_.vcs > 1) {
            part("vc", cosim::credit_vc_bits(description_.vcs), pins.back_vc);
        }
    }
    void valid(DirectionPins& pins) {
        read_section(section_, "valid", "{pin, per, ...}", [&](ConfigSection& valid) {
            bool per_vc = false;
            valid.choice("per", per_vc, kValidScopes);
            pins.vc_code = per_vc ? cosim::VcCode::valid : pins.vc_code;
            pins.valid = read_slices(valid, name_ + ".valid", description_.ports,
                                     per_vc ? description_.vcs : 1);
        });
    }
    void signal(const std::string& key, int width, cosim::PortSignal& target, bool required) {
        read_section(section_, key, required ? "{pin, width, ...}" : "",
                     [&](ConfigSection& signal) {
                         target = read_slices(signal, name_ + "." + key, description_.ports, width);
                     });
    }
    void optional_signal(const std::string& key, int width, cosim::PortSignal& target, bool used,
                         const std::string& owner) {
        if (used) {
            signal(key, width, target, true);
        } else {
            section_.foreign({key}, "a description with", owner);
        }
    }

    ConfigSection section_;
    std::string name_;
    const DeviceDescription& description_;
    cosim::VcCode vc_code_;
    bool input_;
};

/// Inputs and outputs, and how their flits carry the VC.
void read_directions(ConfigSection& top, DeviceDescription& description) {
    cosim::VcCode code = cosim::VcCode::none;
    top.choice("vc", code, kVcCodes);
    DirectionReader(top.section("inputs"), description, code, true)
        .read(description.inputs, description.input_flow);
    DirectionReader(top.section("outputs"), description, code, false)
        .read(description.outputs, description.output_flow);
    const auto code_is = [&description](cosim::VcCode wanted) {
        return description.inputs.vc_code == wanted || description.outputs.vc_code == wanted;
    };
    if (description.vcs > 1 && code_is(cosim::VcCode::none)) {
        top.fail("vcs", "flits of several VCs carry a VC number",
                 "`vc: binary`, `vc: one_hot`, or `valid: {pin, per: vc}`");
    }
    if (code != cosim::VcCode::none && !code_is(code)) {
        top.fail("vc", "both `valid` signals have a bit per VC", "no `vc`");
    }
}

/// Nothing else can be checked without them.
void require_sections(ConfigSection& top) {
    bool complete = true;
    for (const auto& [key, accepted] :
         {std::pair("clock", "the name of a pin"),
          std::pair("reset", "{pin, active, synchronous, cycles, settle, hold}"),
          std::pair("ports", kPortWords), std::pair("flit", "{kind, codes, head, body}"),
          std::pair("inputs", "{valid, flit, flow_control, ...}"),
          std::pair("outputs", "{valid, flit, flow_control, ...}")}) {
        complete = top.has(key) && complete;
        top.require(key, accepted);
    }
    if (!complete) {
        for (const char* key : {"vcs", "vc", "max_length", "node", "tie", "idle", "quiet_after",
                                "watchdog", "history"}) {
            top.find(key);
        }
        top.finish();
    }
}

void read_clock_and_reset(ConfigSection& top, DeviceDescription& description) {
    description.clock = read_name(top, "clock");
    description.clock_place = place_of(top.position_of("clock"));
    ConfigSection reset = top.section("reset");
    reset.require("pin", "the name of a pin");
    description.reset = read_name(reset, "pin");
    description.reset_place = place_of(top.position_of("reset"));
    reset.require("active", "low, high");
    reset.choice("active", description.reset_active_high, kLevels);
    reset.truth("synchronous", description.reset_synchronous);
    reset.integer("cycles", description.reset_cycles, 1, kMaxResetCycles);
    reset.integer("settle", description.reset_settle, 0, kMaxResetCycles);
    description.reset_hold = read_ties(reset, "hold");
    reset.finish();
}

void read_idle(ConfigSection& top, DeviceDescription& description) {
    if (const ConfigNode* node = top.find("idle")) {
        description.idle_place = place_of(node->position());
        if (node->kind == ConfigNode::Kind::mapping) {
            ConfigSection idle = top.section("idle");
            idle.require("pin", "the name of a pin");
            description.idle = read_name(idle, "pin");
            idle.choice("active", description.idle_high, kLevels);
            idle.finish();
        } else {
            description.idle = read_name(top, "idle");
        }
        if (top.has("quiet_after")) {
            top.fail("quiet_after", "there is an `idle` pin, which says it better", "one of them");
        }
    }
    top.integer("quiet_after", description.quiet_after, 1, kMaxCycles);
}

}  // namespace

DeviceDescription read_device_description(const std::string& file, const std::string& text) {
    const ConfigNode tree = parse_yaml(file, text);
    ConfigSection top(&tree, "", tree.position());
    DeviceDescription description;
    description.file = file;
    require_sections(top);
    read_clock_and_reset(top, description);
    description.ports = read_ports(top);
    top.integer("vcs", description.vcs, 1, kMaxVcs);
    top.integer("max_length", description.max_length, 1, kMaxMessageFlits);
    description.max_length_place = place_of(top.position_of("max_length"));
    description.node = read_node(top);
    read_flit(top.section("flit"), description);
    read_directions(top, description);
    description.ties = read_ties(top, "tie");
    read_idle(top, description);
    top.integer("watchdog", description.watchdog, 1, kMaxCycles);
    top.integer("history", description.history, 1, kMaxHistory);
    top.finish();
    return description;
}

}  // namespace flitscope::tb
