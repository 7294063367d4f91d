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

/// A port that carries a T, among `ports` of one name that are concatenated in the pins of a model.
template <typename T>
struct UnitPort {
    static constexpr bool kFlits =
        std::is_same_v<T, rtl::Flit> || std::is_same_v<T, rtl::PerVc<rtl::Flit>>;

    const UnitModel& model;
    const std::string& port;  ///< for messages
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
            port + " needs " + (output ? "outputs " : "inputs ") + pin_name + " of " +
            std::to_string(values) + " values" + bits + "; the Verilog has " +
            (there == nullptr ? "none"
                              : std::string(there->output ? "an output" : "an input") + " of " +
                                    std::to_string(there->width) + " bits"));
    }

    /// The position of a field: in a separate pin, or in the vector of the port.
    template <typename Field>
    FieldSlice slice_of(const Field& field) const {
        const bool data = field.width == rtl::PinWidth::data;
        if (data ? !shape.data : shape.sizes.bits(field.width) == 0) {  // nothing of it here
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
        if (width < 1 || (width > 64 && !data) || width * ports * count != pin->width ||
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
    /// Of a field that has a pin of its own for all flits.
    rtl::PinBits bits_apart(const rtl::VectorField& field, int flit, int bits) const {
        return {find(name + '_' + std::string(field.name))->data, flit * bits, bits};
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

/// A T in pins: the slice of each field, at one port or at several.
template <typename T>
class Flattened {
public:
    /// `at`: number of the port among `ports` concatenated ones; `several`: it and those behind it.
    Flattened(const UnitModel& model, const std::string& port, const std::string& name, int at,
              int ports, const UnitShape& shape, bool output, int several = 1)
        : blank_(rtl::sized_bundle<T>(shape.sizes)) {
        const UnitPort<T> place{model, port, name, at, ports, shape, output};
        rtl::PinFields<T>::visit(
            [&](const auto& field) { slices_.push_back(place.slice_of(field)); });
        if constexpr (kFlits) {
            add_headers(place, several);
        }
    }

    // `port`: behind the first one.
    void set(const T& value, int port = 0) {
        const T& whole = rtl::is_sized(value, blank_) ? value : blank_;
        for_each_value(slices_, [&](const auto& field, FieldSlice& slice, int at, int word) {
            slice.write(port * slice.values() + at, word, field.get(whole, at, word));
        });
        for_each_flit(whole, [&](const rtl::Flit& flit, std::size_t number) {
            if (!headers_.empty()) {
                rtl::HeaderSlices& slices = headers_[first_flit(port) + number];
                slices.write(rtl::header_pins(flit, slices.entries));
            }
        });
    }
    /// Flits have their header, if there are multicasts.
    T get(int port = 0) const {
        T value = blank_;
        for_each_value(slices_, [&](const auto& field, const FieldSlice& slice, int at, int word) {
            field.set(value, at, slice.read(port * slice.values() + at, word), word);
        });
        for_each_flit(value, [&](rtl::Flit& flit, std::size_t number) {
            if (flit.valid() && !headers_.empty()) {
                rtl::take_header(flit, headers_[first_flit(port) + number].read());
            }
        });
        return value;
    }
    /// The header pins of the first flit; without multicasts nothing.
    rtl::HeaderPins header(int port) const {
        return headers_.empty() ? rtl::HeaderPins() : headers_[first_flit(port)].read();
    }
    /// Calls visit(flit, number) for the flits that a T has.
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

private:
    static constexpr bool kFlits = UnitPort<T>::kFlits;

    /// In headers_.
    std::size_t first_flit(int port) const { return static_cast<std::size_t>(port * flits_); }
    /// Calls visit(field, slice, at, word) for all that the pins have.
    template <typename Slices, typename Visit>
    static void for_each_value(Slices& slices, const Visit& visit) {
        auto slice = slices.begin();
        rtl::PinFields<T>::visit([&](const auto& field) {
            for (int at = 0; at < slice->values(); ++at) {
                for (int word = 0; word < rtl::words_of(slice->width); ++word) {
                    visit(field, *slice, at, word);
                }
            }
            ++slice;
        });
    }
    /// On top of the vector of a flit, or in pins of their own.
    void add_headers(const UnitPort<T>& place, int several) {
        const rtl::PinSizes& sizes = place.shape.sizes;
        const UnitPin* const pin = place.find(place.name);
        const bool apart = place.find(place.name + "_header") != nullptr;
        if (!place.shape.headers || (pin == nullptr && !apart)) {
            return;
        }
        if (sizes.header_entries == 0) {
            throw rtl::UnitMismatch(place.port +
                                    " needs header fields, which the Verilog has not "
                                    "(docs/multicast_units.md)");
        }
        flits_ = std::is_same_v<T, rtl::Flit> ? 1 : sizes.vcs;
        for (int flit = place.at * flits_; flit < (place.at + several) * flits_; ++flit) {
            const int lsb = flit * rtl::flit_bits(sizes) + rtl::bits_of(rtl::kFlitVector, sizes);
            const auto place_of = [&](const rtl::VectorField& field, int bits) {
                return place.bits_apart(field, flit, bits);
            };
            headers_.push_back(apart ? rtl::header_slices(sizes, place_of)
                                     : rtl::header_slices(pin->data, lsb, sizes));
        }
    }

    T blank_;
    std::vector<FieldSlice> slices_;          ///< by field
    std::vector<rtl::HeaderSlices> headers_;  ///< by flit; none without multicasts
    int flits_ = 1;                           ///< of a port
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
                Flattened<T> pins(model, port.name(), name, at, ports, shape, true);
                outputs_.emplace_back([this, out, pins] { (*out)->write(from(pins)); });
            } else if (auto* const in = dynamic_cast<sc_core::sc_in<T>*>(&port)) {
                Flattened<T> pins(model, port.name(), name, at, ports, shape, false);
                inputs_.push_back({in, [this, in, pins](bool always) mutable {
                                       if (always || in->event()) {
                                           put(pins, in->read());
                                       }
                                   }});
            }
        });
    }

    template <typename T>
    void put(Flattened<T>& pins, const T& value) {
        pins.set(value);
        pins.for_each_flit(
            value, [this](const rtl::Flit& flit, std::size_t /*number*/) { operands_.keep(flit); });
    }
    /// Flits have their operand, for which there is no pin.
    template <typename T>
    T from(const Flattened<T>& pins) const {
        T value = pins.get();
        pins.for_each_flit(value, [this](rtl::Flit& flit, std::size_t /*number*/) {
            if (flit.valid()) {
                operands_.give_back(flit);
            }
        });
        return value;
    }

    OperandCopies operands_;
    std::vector<Input> inputs_;
    std::vector<std::function<void()>> outputs_;
};

}  // namespace flitscope::cosim
