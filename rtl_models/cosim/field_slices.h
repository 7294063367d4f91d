#pragma once

#include <cstdint>
#include <string>
#include <systemc>
#include <type_traits>

#include "rtl_models/cosim/bundle_vectors.h"
#include "rtl_models/cosim/unit_model.h"
#include "rtl_models/router/pin_bits.h"
#include "rtl_models/signal/network/unit_binding.h"

namespace flitscope::cosim {

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

}  // namespace flitscope::cosim
