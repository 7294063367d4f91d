#include "rtl_models/foreign/pin_check.h"

#include <algorithm>
#include <map>

namespace flitscope::cosim {

namespace {

/// Who uses bits of a pin.
struct Use {
    std::string key;
    int line;
};
/// Of the bits of one element, by number of the use.
using Users = std::vector<int>;
constexpr int kFree = -1;

std::string bits_text(int lsb, int width) {
    return width == 1 ? "bit " + std::to_string(lsb)
                      : "bits " + std::to_string(lsb + width - 1) + ".." + std::to_string(lsb);
}

class PinCheck {
public:
    PinCheck(const DeviceDescription& description, const std::vector<DevicePin>& pins)
        : description_(description), pins_(pins) {}

    void run() {
        whole_pin("clock", description_.clock, description_.clock_place, true, 1);
        whole_pin("reset.pin", description_.reset, description_.reset_place, true, 1);
        if (!description_.idle.empty()) {
            whole_pin("idle", description_.idle, description_.idle_place, false, 1);
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
    [[noreturn]] void fail(const DescriptionPlace& place, const std::string& key,
                           const std::string& problem) const {
        throw DescriptionError(description_, place, key, problem);
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
            fail(place, key, "pin " + name + ": the top has no such pin; it has " + known);
        }
        if (found->input != input) {
            fail(place, key,
                 "pin " + name + ": is an " + (found->input ? "input" : "output") +
                     " of the top, must be an " + (input ? "input" : "output"));
        }
        return *found;
    }

    /// `width` 0: any.
    const DevicePin& whole_pin(const std::string& key, const std::string& name,
                               const DescriptionPlace& place, bool input, int width) {
        const DevicePin& pin = find(key, name, place, input);
        if (width != 0 && (pin.width != width || pin.elements != 1)) {
            fail(place, key, "pin " + name + ": has " + shape(pin) + ", must have 1 bit");
        }
        for (int element = 0; element < pin.elements; ++element) {
            use(pin, element, 0, pin.width, key, place);
        }
        return pin;
    }

    void node_pin(const NodePin& node) {
        const DevicePin& pin = find("node", node.pin, node.place, true);
        const int width = node.width == 0 ? pin.width - node.lsb : node.width;
        if (width < 1 || node.lsb + width > pin.width || pin.elements != 1) {
            fail(node.place, "node",
                 "pin " + pin.name + ": " + bits_text(node.lsb, std::max(width, 1)) + " of " +
                     shape(pin));
        }
        use(pin, 0, node.lsb, width, "node", node.place);
    }

    static std::string shape(const DevicePin& pin) {
        const std::string bits = std::to_string(pin.width) + (pin.width == 1 ? " bit" : " bits");
        return pin.array ? std::to_string(pin.elements) + " elements of " + bits : bits;
    }

    Users& users_of(const DevicePin& pin, int element) {
        return users_.try_emplace({pin.name, element}, static_cast<std::size_t>(pin.width), kFree)
            .first->second;
    }

    std::string user(int number) const {
        const Use& use = uses_[static_cast<std::size_t>(number)];
        return use.key + " (line " + std::to_string(use.line) + ")";
    }

    void use(const DevicePin& pin, int element, int lsb, int width, const std::string& key,
             const DescriptionPlace& place) {
        const auto first = users_of(pin, element).begin() + lsb;
        const auto end = first + width;
        const auto taken = std::find_if(first, end, [](int number) { return number != kFree; });
        if (taken != end) {
            const auto others = std::find_if(taken, end, [&](int each) { return each != *taken; });
            fail(place, key,
                 "pin " + pin.name + element_text(pin, element) + ": " +
                     bits_text(lsb + static_cast<int>(taken - first),
                               static_cast<int>(others - taken)) +
                     " overlap with " + user(*taken));
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
            fail(tie.place, "tie",
                 "pin " + pin.name + ": all its bits overlap with " +
                     user(users_of(pin, 0).front()));
        }
        uses_.push_back({"tie", tie.place.line});
    }

    static std::string element_text(const DevicePin& pin, int element) {
        return pin.array ? ", element " + std::to_string(element) : "";
    }

    void signal(const PortSignal& signal, bool input, int expected_width = 0) {
        for (std::size_t port = 0; port < signal.ports.size(); ++port) {
            const PinSlice& slice = signal.ports[port];
            if (!slice.exists()) {
                continue;
            }
            const DevicePin& pin = find(signal.key, slice.pin, signal.place, input);
            const std::string at = "pin " + pin.name + ", port " + std::to_string(port) + ": ";
            if (slice.element >= pin.elements) {
                fail(signal.place, signal.key,
                     at + "element " + std::to_string(slice.element) + " of " + shape(pin));
            }
            if (slice.element == 0 && pin.array && signal.ports.size() > 1 &&
                !uses_elements(signal)) {
                fail(signal.place, signal.key,
                     at + "is an unpacked array of " + shape(pin) + "; say `array: true`");
            }
            if (slice.lsb + slice.width > pin.width) {
                fail(signal.place, signal.key,
                     at + bits_text(slice.lsb, slice.width) + " of " + shape(pin));
            }
            if (expected_width != 0 && slice.width != expected_width) {
                fail(signal.place, signal.key,
                     at + "has a slice of " + std::to_string(slice.width) + " bits, must have " +
                         std::to_string(expected_width));
            }
            use(pin, slice.element, slice.lsb, slice.width, signal.key, signal.place);
        }
    }

    static bool uses_elements(const PortSignal& signal) {
        return std::any_of(signal.ports.begin(), signal.ports.end(),
                           [](const PinSlice& each) { return each.element != 0; });
    }

    void direction(const DirectionPins& pins, const FlowControlParameters& flow, bool input) {
        signal(pins.valid, input, pins.vc_code == VcCode::valid ? description_.vcs : 1);
        signal(pins.flit, input);
        signal(pins.vc, input, vc_bits(pins.vc_code, description_.vcs));
        signal(pins.type, input);
        signal(pins.head, input, 1);
        signal(pins.tail, input, 1);
        signal(pins.data, input);
        for (const PortSignal& field : pins.fields) {
            signal(field, input);
        }
        const bool number_apart = pins.back_vc.exists();
        signal(pins.back, !input, number_apart ? 1 : back_bits(flow, description_.vcs));
        signal(pins.back_vc, !input, credit_vc_bits(description_.vcs));
        present_with(pins.back_vc, pins.back);
        present_with(pins.flit, pins.valid);
        present_with(pins.vc, pins.valid);
        present_with(pins.type, pins.valid);
        present_with(pins.head, pins.valid);
        present_with(pins.tail, pins.valid);
        present_with(pins.data, pins.valid);
        type_codes_fit(pins.type);
        fields_fit(description_.head_fields, "flit.head", pins.flit);
        fields_fit(description_.body_fields, "flit.body", pins.flit);
        for (const PortSignal& field : pins.fields) {
            for (const PinSlice& slice : field.ports) {
                if (slice.width > 64) {
                    fail(field.place, field.key, "pin " + slice.pin + ": a field has 1..64 bits");
                }
            }
        }
    }

    /// Where flits go, all their signals go.
    void present_with(const PortSignal& signal, const PortSignal& valid) const {
        for (std::size_t port = 0; port < signal.ports.size(); ++port) {
            if (signal.ports[port].exists() != valid.ports[port].exists()) {
                fail(signal.place, signal.key,
                     "port " + std::to_string(port) + ": has " +
                         (valid.ports[port].exists() ? "no slice, but " : "a slice, but not ") +
                         valid.key);
            }
        }
    }

    void type_codes_fit(const PortSignal& type) const {
        const FlitTypeCodes& codes = description_.type_codes;
        for (const PinSlice& slice : type.ports) {
            for (const std::uint64_t code : {codes.head, codes.body, codes.tail, codes.single}) {
                if (slice.exists() && !fits(code, slice.width)) {
                    fail(type.place, type.key,
                         "pin " + slice.pin + ": " + std::to_string(slice.width) +
                             " bits cannot hold code " + std::to_string(code));
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
        for (const FlitField& field : fields) {
            const std::string name = key + "." + field.name;
            if (field.width == 0) {
                continue;
            }
            if (field.lsb + field.width > width) {
                fail(field.place, name,
                     bits_text(field.lsb, field.width) + " of a flit of " + std::to_string(width) +
                         " bits (" + flit.key + ", pin " + pin + ")");
            }
            if (field.meaning == FieldMeaning::constant && !fits(field.value, field.width)) {
                fail(field.place, name,
                     std::to_string(field.width) + " bits cannot hold " +
                         std::to_string(field.value) + " (" + flit.key + ", pin " + pin + ")");
            }
            for (const FlitField& other : fields) {
                if (&other != &field && other.width != 0 && field.lsb < other.lsb + other.width &&
                    other.lsb < field.lsb + field.width) {
                    const FlitField& later = other.place.line > field.place.line ? other : field;
                    const FlitField& first = &later == &field ? other : field;
                    fail(later.place, key + "." + later.name,
                         "overlaps with field " + first.name + " (line " +
                             std::to_string(first.place.line) + ") in the flit (" + flit.key +
                             ", pin " + pin + ")");
                }
            }
        }
    }

    void value_fits(const std::string& key, const TiedPin& tie, const DevicePin& pin) const {
        for (std::size_t word = 0; word < tie.value.size(); ++word) {
            const int bits = pin.width - static_cast<int>(word) * 64;
            if (!fits(tie.value[word], std::clamp(bits, 0, 64))) {
                fail(tie.place, key,
                     "pin " + pin.name + ": " + shape(pin) + " cannot hold the value");
            }
        }
    }

    /// Values during reset: of any input but clock and reset; the pin has its other use later.
    void holds() const {
        for (const TiedPin& hold : description_.reset_hold) {
            const DevicePin& pin = find("reset.hold", hold.pin, hold.place, true);
            value_fits("reset.hold", hold, pin);
            if (pin.name == description_.clock || pin.name == description_.reset) {
                fail(hold.place, "reset.hold", "pin " + pin.name + ": is the clock or the reset");
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
                     "pin " + pin.name + element_text(pin, element) + ": " +
                         bits_text(static_cast<int>(first - users.begin()),
                                   static_cast<int>(end - first)) +
                         " of " + shape(pin) +
                         " are driven by nothing; give them a signal, or a constant under `tie`");
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
