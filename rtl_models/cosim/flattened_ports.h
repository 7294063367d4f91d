#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <set>
#include <string>
#include <systemc>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "rtl_models/cosim/unit_model.h"
#include "rtl_models/router/flit.h"
#include "rtl_models/router/header_slices.h"
#include "rtl_models/router/pin_bits.h"
#include "rtl_models/router/pin_vectors.h"
#include "rtl_models/signal/bundles/pin_fields.h"
#include "rtl_models/signal/bundles/sized_bundle.h"
#include "rtl_models/signal/network/unit_binding.h"

namespace flitscope::cosim {

/// The fields of a T that form one vector in Verilog, which has the port's name. The other fields
/// of PinFields have separate pins.
template <typename T>
constexpr std::array<rtl::VectorField, 0> kVectorOf = {};
template <>
inline constexpr auto kVectorOf<rtl::Flit> = rtl::kFlitVector;
template <>
inline constexpr auto kVectorOf<rtl::PerVc<rtl::Flit>> = rtl::kFlitVector;
template <>
inline constexpr auto kVectorOf<rtl::Heads> = rtl::kHeadVector;
template <>
inline constexpr auto kVectorOf<rtl::HeaderActions> = rtl::kActionVector;

/// `count` values of `width` bits, each of so many words, in one pin.
struct FieldSlice {
    rtl::PinBits pin;  ///< from the first value on
    int count = 0;     ///< 0: there is no pin
    int width = 0;
    int stride = 0;     ///< bits from a value to the next
    bool mask = false;  ///< the field is one value with a bit for each of them

    /// Values of the field.
    int values() const { return mask ? 1 : count; }
    std::uint64_t read(int at, int word) const {
        if (!mask) {
            return pin.read(at * stride + 64 * word, rtl::bits_of_word(width, word));
        }
        std::uint64_t bits = 0;
        for (int v = 0; v < count; ++v) {
            bits |= pin.read(v * stride, 1) << v;
        }
        return bits;
    }
    void write(int at, int word, std::uint64_t value) {
        if (!mask) {
            pin.write(at * stride + 64 * word, rtl::bits_of_word(width, word), value);
            return;
        }
        for (int v = 0; v < count; ++v) {
            pin.write(v * stride, 1, value >> v & 1);
        }
    }
};

/// The format of a verilated unit's pins.
struct UnitShape {
    rtl::PinSizes sizes;
    bool data = false;     ///< flits carry some in this network
    bool headers = false;  ///< ... and there are multicasts
};

/// A port that carries a T, among `ports` of one name that are concatenated in the pins of a unit.
template <typename T>
struct UnitPort {
    static constexpr bool kFlits =
        std::is_same_v<T, rtl::Flit> || std::is_same_v<T, rtl::PerVc<rtl::Flit>>;

    const UnitModel& model;
    const sc_core::sc_object& port;
    const std::string& name;
    int at;
    int ports;
    const UnitShape& shape;
    bool output;

    const UnitPin* find(const std::string& wanted) const { return model.find(wanted); }
    [[noreturn]] void refuse(const std::string& pin_name, int values, int width) const {
        const UnitPin* const there = find(pin_name);
        const std::string bits = width > 0 ? " of " + std::to_string(width) + " bits" : "";
        throw rtl::UnitMismatch(
            std::string(port.name()) + " needs " + (output ? "outputs " : "inputs ") + pin_name +
            " of " + std::to_string(values) + " values" + bits + "; the Verilog has " +
            (there == nullptr ? "none"
                              : std::string(there->output ? "an output" : "an input") + " of " +
                                    std::to_string(there->width) + " bits"));
    }

    /// The position of a field: in a separate pin, or in the vector of the port.
    template <typename Field>
    FieldSlice slice_of(const Field& field) const {
        const bool data = field.width == rtl::PinWidth::data;
        if (data && !shape.data) {  // nothing of it in this network
            return {};
        }
        const std::string own = name + (*field.name == '\0' ? "" : "_") + field.name;
        if (find(own) == nullptr && rtl::bits_of(kVectorOf<T>, shape.sizes, field.name) >= 0) {
            return slice_in_vector(field);
        }
        const UnitPin* const pin = find(own);
        if (pin == nullptr && !output) {
            return {};
        }
        const int count = shape.sizes.number(field.elements);
        const int width = pin == nullptr ? 0 : pin->width / (ports * count);
        if (width < 1 || width > 64 || width * ports * count != pin->width ||
            pin->output != output) {
            refuse(own, ports * count, 0);
        }
        return {rtl::PinBits(pin->data, at * count * width, count * width), count, width, width};
    }
    template <typename Field>
    FieldSlice slice_in_vector(const Field& field) const {
        const rtl::PinSizes& sizes = shape.sizes;
        const int vectors = std::is_same_v<T, rtl::Flit> ? 1 : sizes.vcs;
        const int bits = vector_bits(sizes);
        const UnitPin* const pin = find(name);
        if (pin == nullptr && !output) {
            return {};
        }
        if (pin == nullptr || pin->width != ports * vectors * bits || pin->output != output) {
            refuse(name, ports * vectors, bits);
        }
        // A set of VCs has its bits in the vectors of the VCs.
        const bool mask = field.elements == rtl::PinElements::one && vectors > 1;
        const int lsb = at * vectors * bits + rtl::bits_of(kVectorOf<T>, sizes, field.name);
        return {rtl::PinBits(pin->data, lsb, vectors * bits), vectors,
                mask ? 1 : sizes.bits(field.width), bits, mask};
    }
    static int vector_bits(const rtl::PinSizes& sizes) {
        return kFlits ? rtl::flit_bits(sizes) : rtl::bits_of(kVectorOf<T>, sizes);
    }
};

/// The operands of the messages that pass a verilated unit: flits have no pins for elements, which
/// bypass the network (docs/reductions.md).
class OperandCopies {
public:
    void keep(const rtl::Flit& flit) {
        if (!flit.operand || !copies_.try_emplace(flit.message, flit.operand).second) {
            return;
        }
        order_.push_back(flit.message);
        if (order_.size() > kMost) {
            copies_.erase(order_.front());
            order_.pop_front();
        }
    }
    void give_back(rtl::Flit& flit) const {
        const auto copy = copies_.find(flit.message);
        flit.operand = copy == copies_.end() ? rtl::SharedValue<rtl::FlitOperand>() : copy->second;
    }

private:
    /// Own choice: more than a unit and its ports hold at a time.
    static constexpr std::size_t kMost = 8192;
    std::unordered_map<std::uint32_t, rtl::SharedValue<rtl::FlitOperand>> copies_;  ///< by message
    std::deque<std::uint32_t> order_;  ///< of copies_, the oldest first
};

/// A T in pins: the slice of each field.
template <typename T>
class Flattened {
public:
    /// Sets inputs to zero. `at`: number of the port among `ports` concatenated ones.
    Flattened(const UnitModel& model, const sc_core::sc_object& port, const std::string& name,
              int at, int ports, const UnitShape& shape, bool output)
        : blank_(rtl::sized_bundle<T>(shape.sizes)) {
        const UnitPort<T> place{model, port, name, at, ports, shape, output};
        rtl::PinFields<T>::visit(
            [&](const auto& field) { slices_.push_back(place.slice_of(field)); });
        if constexpr (kFlits) {
            add_headers(place);
        }
    }

    void set(const T& value, OperandCopies& operands) {
        const T& whole = rtl::is_sized(value, blank_) ? value : blank_;
        for_each_value([&](const auto& field, FieldSlice& slice, int at, int word) {
            slice.write(at, word, field.get(whole, at, word));
        });
        for_each_flit(whole, [&](const rtl::Flit& flit, std::size_t number) {
            operands.keep(flit);
            if (number < headers_.size()) {
                headers_[number].write(rtl::header_pins(flit, headers_[number].entries));
            }
        });
    }
    /// Flits have their header, if there are multicasts, and their operand, for which there is no
    /// pin.
    T get(const OperandCopies& operands) {
        T value = blank_;
        for_each_value([&](const auto& field, const FieldSlice& slice, int at, int word) {
            field.set(value, at, slice.read(at, word), word);
        });
        for_each_flit(value, [&](rtl::Flit& flit, std::size_t number) {
            if (!flit.valid()) {
                return;
            }
            operands.give_back(flit);
            if (number < headers_.size()) {
                rtl::take_header(flit, headers_[number].read());
            }
        });
        return value;
    }

private:
    static constexpr bool kFlits = UnitPort<T>::kFlits;

    /// Calls visit(field, slice, at, word) for all that the pins have.
    template <typename Visit>
    void for_each_value(const Visit& visit) {
        auto slice = slices_.begin();
        rtl::PinFields<T>::visit([&](const auto& field) {
            for (int at = 0; at < slice->values(); ++at) {
                for (int word = 0; word < rtl::words_of(slice->width); ++word) {
                    visit(field, *slice, at, word);
                }
            }
            ++slice;
        });
    }
    template <typename Value, typename Visit>
    static void for_each_flit(Value& value, const Visit& visit) {
        if constexpr (std::is_same_v<T, rtl::Flit>) {
            visit(value, 0);
        } else if constexpr (kFlits) {
            for (int v = 0; v < value.size(); ++v) {
                visit(value[v], static_cast<std::size_t>(v));
            }
        }
    }
    void add_headers(const UnitPort<T>& place) {
        const rtl::PinSizes& sizes = place.shape.sizes;
        const UnitPin* const pin = place.find(place.name);
        if (!place.shape.headers || pin == nullptr) {
            return;
        }
        if (sizes.header_entries == 0) {
            throw rtl::UnitMismatch(std::string(place.port.name()) +
                                    " needs header fields, which the Verilog has not "
                                    "(docs/multicast_units.md)");
        }
        const int flits = std::is_same_v<T, rtl::Flit> ? 1 : sizes.vcs;
        for (int v = 0; v < flits; ++v) {
            headers_.push_back(rtl::header_in_vector(
                pin->data, (place.at * flits + v) * rtl::flit_bits(sizes), sizes));
        }
    }

    T blank_;
    std::vector<FieldSlice> slices_;          ///< by field
    std::vector<rtl::HeaderSlices> headers_;  ///< by flit; none without multicasts
};

/// The ports of a module and the pins of a model that belong to them by their names (pin_fields.h).
/// Sets no pin for clk_i.
class FlattenedPorts {
public:
    /// Throws rtl::UnitMismatch.
    FlattenedPorts(const sc_core::sc_module& module, UnitModel& model, const UnitShape& shape) {
        std::set<const sc_core::sc_object*> in_vectors;
        for (const sc_core::sc_object* child : module.get_child_objects()) {
            if (const auto* vector = dynamic_cast<const sc_core::sc_vector_base*>(child)) {
                int at = 0;
                for (sc_core::sc_object* element : vector->get_elements()) {
                    add(model, *element, child->basename(), at++, static_cast<int>(vector->size()),
                        shape);
                    in_vectors.insert(element);
                }
            }
        }
        for (sc_core::sc_object* child : module.get_child_objects()) {
            if (in_vectors.count(child) == 0) {
                add(model, *child, child->basename(), 0, 1, shape);
            }
        }
    }

    FlattenedPorts(const FlattenedPorts&) = delete;
    FlattenedPorts& operator=(const FlattenedPorts&) = delete;

    /// Makes the process that is declared at this place sensitive to all inputs.
    void sense(sc_core::sc_sensitive& sensitive) const {
        for (const Input& input : inputs_) {
            sensitive << *input.port;
        }
    }
    /// Copies all inputs to their pins, or those that changed in this delta.
    void set_inputs(bool all = false) {
        for (const Input& input : inputs_) {
            input.set(all);
        }
    }
    void drive() {
        for (const auto& drive_output : outputs_) {
            drive_output();
        }
    }

private:
    struct Input {
        const sc_core::sc_port_base* port;
        std::function<void(bool always)> set;
    };

    void add(UnitModel& model, sc_core::sc_object& port, const std::string& name, int at, int ports,
             const UnitShape& shape) {
        if (name == "clk_i") {
            return;
        }
        rtl::for_each_pin_type([&](const auto& example) {
            using T = std::decay_t<decltype(example)>;
            if (auto* const out = dynamic_cast<sc_core::sc_out<T>*>(&port)) {
                Flattened<T> pins(model, port, name, at, ports, shape, true);
                outputs_.emplace_back(
                    [this, out, pins]() mutable { (*out)->write(pins.get(operands_)); });
            } else if (auto* const in = dynamic_cast<sc_core::sc_in<T>*>(&port)) {
                Flattened<T> pins(model, port, name, at, ports, shape, false);
                inputs_.push_back({in, [this, in, pins](bool always) mutable {
                                       if (always || in->event()) {
                                           pins.set(in->read(), operands_);
                                       }
                                   }});
            }
        });
    }

    OperandCopies operands_;
    std::vector<Input> inputs_;
    std::vector<std::function<void()>> outputs_;
};

}  // namespace flitscope::cosim
