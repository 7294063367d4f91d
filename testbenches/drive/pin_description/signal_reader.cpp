#include "testbenches/drive/pin_description/signal_reader.h"

#include <algorithm>
#include <cctype>

namespace flitscope::tb {

namespace {

constexpr int kMaxBits = 1 << 16;
constexpr std::size_t kHexDigitsPerWord = 16;
constexpr NamedValue<bool> kOrders[] = {{"lsb_first", false}, {"msb_first", true}};

using cosim::DevicePort;
using cosim::PinSlice;

/// What every slice of a signal shares.
struct SliceShape {
    int width = 1;
    int stride = 1;
    int offset = 0;
    bool msb_first = false;
    bool array = false;
};

SliceShape read_shape(ConfigSection& section, int width, bool pin_per_port) {
    SliceShape shape;
    shape.width = width;
    section.integer("width", shape.width, 1, kMaxBits);
    section.integer("offset", shape.offset, 0, kMaxBits);
    if (pin_per_port) {
        section.foreign({"order", "stride", "array"}, "a signal with", "`pin`");
        return shape;
    }
    section.choice("order", shape.msb_first, kOrders);
    section.truth("array", shape.array);
    if (shape.array) {
        section.foreign({"stride"}, "a signal with", "`array: false`");
        return shape;
    }
    shape.stride = shape.width + shape.offset;
    section.integer("stride", shape.stride, 1, kMaxBits);
    if (shape.stride < shape.offset + shape.width) {
        section.fail("stride", "smaller than offset + width",
                     integer_range(shape.offset + shape.width, kMaxBits));
    }
    return shape;
}

PinSlice slice_of(const SliceShape& shape, const std::string& pin, int number, int count) {
    const int place = shape.msb_first ? count - 1 - number : number;
    PinSlice slice;
    slice.pin = pin;
    slice.element = shape.array ? place : 0;
    slice.lsb = (shape.array ? 0 : place * shape.stride) + shape.offset;
    slice.width = shape.width;
    return slice;
}

/// `pins: [a, b, null]`
std::vector<std::string> read_pins(const ConfigSection& section, const ConfigNode& list,
                                   std::size_t count) {
    const std::string accepted = "a list of " + std::to_string(count) +
                                 " pins, one per port in the order of `ports`; null "
                                 "where a port has none";
    if (list.kind != ConfigNode::Kind::sequence || list.items.size() != count) {
        section.fail("pins", "not one pin per port", accepted);
    }
    std::vector<std::string> pins;
    for (const ConfigNode& item : list.items) {
        if (item.kind == ConfigNode::Kind::null) {
            pins.emplace_back();
        } else if (item.kind == ConfigNode::Kind::scalar && !item.scalar.empty()) {
            pins.push_back(item.scalar);
        } else {
            section.fail("pins", "not one pin per port", accepted);
        }
    }
    return pins;
}

std::vector<std::uint64_t> hexadecimal(const std::string& digits) {
    std::vector<std::uint64_t> words;
    for (std::size_t end = digits.size(); end > 0;) {
        const std::size_t begin = end > kHexDigitsPerWord ? end - kHexDigitsPerWord : 0;
        words.push_back(std::stoull(digits.substr(begin, end - begin), nullptr, 16));
        end = begin;
    }
    return words;
}

}  // namespace

cosim::DescriptionPlace place_of(const ConfigPosition& position) {
    return {position.line, position.column};
}

std::string read_name(ConfigSection& section, const std::string& key) {
    std::string pin;
    const ConfigNode* node = section.find(key);
    if (node != nullptr) {
        if (node->kind != ConfigNode::Kind::scalar || node->scalar.empty()) {
            section.fail(key, "not a name", "a name");
        }
        pin = node->scalar;
    }
    return pin;
}

cosim::PortSignal read_slices(ConfigSection& section, const std::string& key,
                              const std::vector<DevicePort>& ports, int width) {
    cosim::PortSignal signal;
    signal.key = key;
    signal.place = place_of(section.position_of(""));
    const ConfigNode* const list = section.find("pins");
    const std::string pin = read_name(section, "pin");
    if ((list == nullptr) == pin.empty()) {
        section.fail("pin", list == nullptr ? "missing" : "both `pin` and `pins`",
                     "`pin` (all ports in one) or `pins` (one per port)");
    }
    const SliceShape shape = read_shape(section, width, list != nullptr);
    if (list != nullptr) {
        section.foreign({"local"}, "a signal with", "`pin`");
        for (const std::string& name : read_pins(section, *list, ports.size())) {
            signal.ports.push_back(name.empty() ? PinSlice{} : slice_of(shape, name, 0, 1));
        }
        return signal;
    }
    bool local = true;
    section.truth("local", local);
    const auto has_slice = [local](const DevicePort& port) {
        return local || port.kind != DevicePort::Kind::local;
    };
    const auto count = static_cast<int>(std::count_if(ports.begin(), ports.end(), has_slice));
    int number = 0;
    for (const DevicePort& port : ports) {
        signal.ports.push_back(has_slice(port) ? slice_of(shape, pin, number++, count)
                                               : PinSlice{});
    }
    return signal;
}

std::vector<cosim::TiedPin> read_ties(ConfigSection& section, const std::string& key) {
    std::vector<cosim::TiedPin> ties;
    ConfigSection list = section.section(key);
    const ConfigNode* const node = section.peek(key);
    if (node == nullptr) {
        return ties;
    }
    for (std::size_t i = 0; i < node->keys.size(); ++i) {
        cosim::TiedPin tie;
        tie.pin = node->keys[i].scalar;
        tie.place = place_of(node->keys[i].position());
        list.ignore(tie.pin);
        const ConfigNode& value = node->items[i];
        const std::string& text = value.scalar;
        const bool hex = text.rfind("0x", 0) == 0 && text.size() > 2 &&
                         std::all_of(text.begin() + 2, text.end(), [](char c) {
                             return std::isxdigit(static_cast<unsigned char>(c)) != 0;
                         });
        if (hex) {
            tie.value = hexadecimal(text.substr(2));
        } else {
            const Parsed<std::uint64_t> parsed = parse_unsigned(value);
            if (!parsed.value) {
                list.fail(tie.pin, parsed.problem, "a whole number >= 0, or 0x and digits");
            }
            tie.value = {*parsed.value};
        }
        ties.push_back(std::move(tie));
    }
    list.finish();
    return ties;
}

}  // namespace flitscope::tb
