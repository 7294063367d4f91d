#pragma once

#include <functional>
#include <set>
#include <string>
#include <systemc>
#include <type_traits>
#include <vector>

#include "rtl_models/cosim/field_slices.h"
#include "rtl_models/cosim/operand_copies.h"
#include "rtl_models/router/header_slices.h"
#include "rtl_models/signal/bundles/sized_bundle.h"
#include "rtl_models/signal/network/unit_binding.h"

namespace flitscope::cosim {

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
