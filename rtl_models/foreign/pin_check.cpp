#include "rtl_models/foreign/pin_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "common/counted.h"

namespace flitscope::cosim {

namespace {

/// A use of some bits of a pin.
struct Use {
    std::string key;
    int line;
};
/// For each bit of one element, the number of its use.
using Users = std::vector<int>;
constexpr int kFree = -1;

std::string bits_text(int lsb, int width) {
    return width == 1 ? fmt::format("bit {}", lsb)
                      : fmt::format("bits {}..{}", lsb + width - 1, lsb);
}

class PinCheck {
public:
    PinCheck(const DeviceDescription& description, const std::vector<DevicePin>& pins)
        : description_(description), pins_(pins) {}

    void run() {
        single_bit("clock", description_.clock, description_.clock_place, true);
        single_bit("reset.pin", description_.reset, description_.reset_place, true);
        if (!description_.idle.empty()) {
            single_bit("idle", description_.idle, description_.idle_place, false);
        }
        for (const NodePin& node : description_.node) {
            if (!node.pin.empty()) {
                node_pin(node);
            }
        }
        direction(description_.inputs, description_.input_flow, true);
        direction(description_.outputs, description_.output_flow, false);
        for (const TiedPin& tie : description_.ties) {
            fill_gaps(tie);
        }
        holds();
        everything_driven();
    }

private:
    template <typename... Values>
    [[noreturn]] void fail(const DescriptionPlace& place, const std::string& key,
                           fmt::format_string<Values...> problem, Values&&... values) const {
        throw DescriptionError(description_, place, key,
                               fmt::format(problem, std::forward<Values>(values)...));
    }

    const DevicePin& find(const std::string& key, const std::string& name,
                          const DescriptionPlace& place, bool input) const {
        const auto found = std::find_if(pins_.begin(), pins_.end(),
                                        [&](const DevicePin& each) { return each.name == name; });
        if (found == pins_.end()) {
            std::string known;
            for (const DevicePin& pin : pins_) {
                known += (known.empty() ? "" : ", ") + pin.name;
            }
            fail(place, key, "pin {}: the top has no such pin; it has {}", name, known);
        }
        if (found->input != input) {
            fail(place, key, "pin {}: is an {} of the top, must be an {}", name,
                 found->input ? "input" : "output", input ? "input" : "output");
        }
        return *found;
    }

    void single_bit(const std::string& key, const std::string& name, const DescriptionPlace& place,
                    bool input) {
        const DevicePin& pin = find(key, name, place, input);
        if (pin.width != 1 || pin.elements != 1) {
            fail(place, key, "pin {}: has {}, must have 1 bit", name, shape(pin));
        }
        use(pin, 0, 0, 1, key, place);
    }

    void node_pin(const NodePin& node) {
        const DevicePin& pin = find("node", node.pin, node.place, true);
        const int width = node.width == 0 ? pin.width - node.lsb : node.width;
        if (width < 1 || node.lsb + width > pin.width || pin.elements != 1) {
            fail(node.place, "node", "pin {}: {} of {}", pin.name,
                 bits_text(node.lsb, std::max(width, 1)), shape(pin));
        }
        use(pin, 0, node.lsb, width, "node", node.place);
    }

    static std::string shape(const DevicePin& pin) {
        const std::string bits = counted(pin.width, "bit");
        return pin.array ? fmt::format("{} elements of {}", pin.elements, bits) : bits;
    }

    Users& users_of(const DevicePin& pin, int element) {
        return users_.try_emplace({pin.name, element}, static_cast<std::size_t>(pin.width), kFree)
            .first->second;
    }

    std::string user(int number) const {
        const Use& use = uses_[static_cast<std::size_t>(number)];
        return fmt::format("{} (line {})", use.key, use.line);
    }

    void use(const DevicePin& pin, int element, int lsb, int width, const std::string& key,
             const DescriptionPlace& place) {
        const auto first = users_of(pin, element).begin() + lsb;
        const auto end = first + width;
        const auto taken = std::find_if(first, end, [](int number) { return number != kFree; });
        if (taken != end) {
            const auto others = std::find_if(taken, end, [&](int each) { return each != *taken; });
            fail(place, key, "{}: {} overlap with {}", name_of(pin, element),
                 bits_text(lsb + static_cast<int>(taken - first), static_cast<int>(others - taken)),
                 user(*taken));
        }
        std::fill(first, end, static_cast<int>(uses_.size()));
        uses_.push_back({key, place.line});
    }

    /// A constant goes to the bits of the pin that nobody else drives.
    void fill_gaps(const TiedPin& tie) {
        const DevicePin& pin = find("tie", tie.pin, tie.place, true);
        value_fits("tie", tie, pin);
        bool filled = false;
        for (int element = 0; element < pin.elements; ++element) {
            Users& users = users_of(pin, element);
            filled = filled || std::find(users.begin(), users.end(), kFree) != users.end();
            std::replace(users.begin(), users.end(), kFree, static_cast<int>(uses_.size()));
        }
        if (!filled) {
            fail(tie.place, "tie", "pin {}: all its bits overlap with {}", pin.name,
                 user(users_of(pin, 0).front()));
        }
        uses_.push_back({"tie", tie.place.line});
    }

    static std::string name_of(const DevicePin& pin, int element) {
        return "pin " + pin.name + (pin.array ? fmt::format(", element {}", element) : "");
    }

    void signal(const PortSignal& signal, bool input, int expected_width = 0) {
        for (std::size_t port = 0; port < signal.ports.size(); ++port) {
            const PinSlice& slice = signal.ports[port];
            if (!slice.exists()) {
                continue;
            }
            const DevicePin& pin = find(signal.key, slice.pin, signal.place, input);
            const auto refuse = [&](const std::string& problem) {
                fail(signal.place, signal.key, "pin {}, port {}: {}", pin.name, port, problem);
            };
            if (slice.element >= pin.elements) {
                refuse(fmt::format("element {} of {}", slice.element, shape(pin)));
            }
            if (slice.element == 0 && pin.array && signal.ports.size() > 1 &&
                !uses_elements(signal)) {
                refuse("is an unpacked array of " + shape(pin) + "; say `array: true`");
            }
            if (slice.lsb + slice.width > pin.width) {
                refuse(bits_text(slice.lsb, slice.width) + " of " + shape(pin));
            }
            if (expected_width != 0 && slice.width != expected_width) {
                refuse(fmt::format("has a slice of {} bits, must have {}", slice.width,
                                   expected_width));
            }
            use(pin, slice.element, slice.lsb, slice.width, signal.key, signal.place);
        }
    }

    static bool uses_elements(const PortSignal& signal) {
        return std::any_of(signal.ports.begin(), signal.ports.end(),
                           [](const PinSlice& each) { return each.element != 0; });
    }

    void direction(const DirectionPins& pins, const FlowControlParameters& flow, bool input) {
        const std::pair<const PortSignal*, int> of_flits[] = {
            {&pins.valid, pins.vc_code == VcCode::valid ? description_.vcs : 1},
            {&pins.flit, 0},
            {&pins.vc, vc_bits(pins.vc_code, description_.vcs)},
            {&pins.type, 0},
            {&pins.head, 1},
            {&pins.tail, 1},
            {&pins.data, 0}};
        for (const auto& [each, width] : of_flits) {
            signal(*each, input, width);
        }
        for (const PortSignal& field : pins.fields) {
            signal(field, input);
        }
        const bool number_apart = pins.back_vc.exists();
        signal(pins.back, !input, number_apart ? 1 : back_bits(flow, description_.vcs));
        signal(pins.back_vc, !input, credit_vc_bits(description_.vcs));
        present_with(pins.back_vc, pins.back);
        for (const auto& each : of_flits) {
            present_with(*each.first, pins.valid);
        }
        type_codes_fit(pins.type);
        fields_fit(description_.head_fields, "flit.head", pins.flit);
        fields_fit(description_.body_fields, "flit.body", pins.flit);
        for (const PortSignal& field : pins.fields) {
            for (const PinSlice& slice : field.ports) {
                if (slice.width > 64) {
                    fail(field.place, field.key, "pin {}: a field has 1..64 bits", slice.pin);
                }
            }
        }
    }

    /// A port that has flits has all of their signals.
    void present_with(const PortSignal& signal, const PortSignal& valid) const {
        for (std::size_t port = 0; port < signal.ports.size(); ++port) {
            if (signal.ports[port].exists() != valid.ports[port].exists()) {
                fail(signal.place, signal.key, "port {}: has {} {}", port,
                     valid.ports[port].exists() ? "no slice, but" : "a slice, but not", valid.key);
            }
        }
    }

    void type_codes_fit(const PortSignal& type) const {
        const FlitTypeCodes& codes = description_.type_codes;
        for (const PinSlice& slice : type.ports) {
            for (const std::uint64_t code : {codes.head, codes.body, codes.tail, codes.single}) {
                if (slice.exists() && !fits(code, slice.width)) {
                    fail(type.place, type.key, "pin {}: {} bits cannot hold code {}", slice.pin,
                         slice.width, code);
                }
            }
        }
    }

    void fields_fit(const std::vector<FlitField>& fields, const std::string& key,
                    const PortSignal& flit) const {
        int width = 0;
        std::string pin;
        for (const PinSlice& slice : flit.ports) {
            width = slice.exists() ? slice.width : width;
            pin = slice.exists() ? slice.pin : pin;
        }
        const auto refuse = [&](const FlitField& field, const std::string& problem) {
            fail(field.place, key + "." + field.name, "{} ({}, pin {})", problem, flit.key, pin);
        };
        for (const FlitField& field : fields) {
            if (field.width == 0) {
                continue;
            }
            if (field.lsb + field.width > width) {
                refuse(field, fmt::format("{} of a flit of {} bits",
                                          bits_text(field.lsb, field.width), width));
            }
            if (field.meaning == FieldMeaning::constant && !fits(field.value, field.width)) {
                refuse(field, fmt::format("{} bits cannot hold {}", field.width, field.value));
            }
            for (const FlitField& other : fields) {
                if (&other != &field && other.width != 0 && field.lsb < other.lsb + other.width &&
                    other.lsb < field.lsb + field.width) {
                    const FlitField& later = other.place.line > field.place.line ? other : field;
                    const FlitField& first = &later == &field ? other : field;
                    refuse(later, fmt::format("overlaps with field {} (line {}) in the flit",
                                              first.name, first.place.line));
                }
            }
        }
    }

    void value_fits(const std::string& key, const TiedPin& tie, const DevicePin& pin) const {
        for (std::size_t word = 0; word < tie.value.size(); ++word) {
            const int bits = pin.width - static_cast<int>(word) * 64;
            if (!fits(tie.value[word], std::clamp(bits, 0, 64))) {
                fail(tie.place, key, "pin {}: {} cannot hold the value", pin.name, shape(pin));
            }
        }
    }

    /// Values during reset: of any input but clock and reset; the pin has its other use later.
    void holds() const {
        for (const TiedPin& hold : description_.reset_hold) {
            const DevicePin& pin = find("reset.hold", hold.pin, hold.place, true);
            value_fits("reset.hold", hold, pin);
            if (pin.name == description_.clock || pin.name == description_.reset) {
                fail(hold.place, "reset.hold", "pin {}: is the clock or the reset", pin.name);
            }
        }
    }

    void everything_driven() {
        for (const DevicePin& pin : pins_) {
            for (int element = 0; pin.input && element < pin.elements; ++element) {
                const Users& users = users_of(pin, element);
                const auto first = std::find(users.begin(), users.end(), kFree);
                if (first == users.end()) {
                    continue;
                }
                const auto is_used = [](int number) { return number != kFree; };
                const auto end = std::find_if(first, users.end(), is_used);
                const auto last = std::find_if(users.rbegin(), users.rend(), is_used);
                const Use near =
                    last == users.rend() ? Use{"tie", 1} : uses_[static_cast<std::size_t>(*last)];
                fail({near.line, 1}, near.key,
                     "{}: {} of {} are driven by nothing; give them a signal, or a constant under "
                     "`tie`",
                     name_of(pin, element),
                     bits_text(static_cast<int>(first - users.begin()),
                               static_cast<int>(end - first)),
                     shape(pin));
            }
        }
    }

    const DeviceDescription& description_;
    const std::vector<DevicePin>& pins_;
    std::vector<Use> uses_;
    std::map<std::pair<std::string, int>, Users> users_;  ///< by pin and element
};

}  // namespace

void check_pins(const DeviceDescription& description, const std::vector<DevicePin>& pins) {
    PinCheck(description, pins).run();
}

}  // namespace flitscope::cosim
