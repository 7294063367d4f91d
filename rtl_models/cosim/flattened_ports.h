#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <systemc>
#include <type_traits>
#include <utility>
#include <vector>

#include "rtl_models/cosim/field_slices.h"
#include "rtl_models/cosim/header_slices.h"
#include "rtl_models/cosim/operand_copies.h"
#include "rtl_models/signal/bundles/sized_bundle.h"
#include "rtl_models/signal/network/unit_binding.h"

namespace flitscope::cosim {

/// The flits among what a port carries.
inline rtl::Flit& flit_of(rtl::Flit& flit, int /*v*/) { return flit; }
inline rtl::Flit& flit_of(rtl::PerVc<rtl::Flit>& flits, int v) { return flits[v]; }

/// What carries a T, in pins: for each field its slice. Where it lies is the same in all models of
/// a kind, and is kept once for all of them: what is read in every cycle is the values.
template <typename T>
class Flattened {
public:
    /// `at`: number of the port among `ports` that lie side by side.
    Flattened(const UnitModel& model, const sc_core::sc_object& port, const std::string& name,
              int at, int ports, const UnitShape& shape, bool output)
        : first_pin_(model.pins().front().data) {
        Layout layout;
        layout.blank = rtl::sized_bundle<T>(shape.sizes);
        const PortPins<T> place{model, port, name, at, ports, shape, output};
        rtl::PinFields<T>::visit([&](const auto& field) {
            layout.slices.push_back(place.slice_of(field));
            for (int v = 0; !output && v < layout.slices.back().count; ++v) {
                layout.slices.back().value(first_pin_, v).clear();
            }
        });
        if constexpr (kFlits) {
            add_headers(place);
        }
        layout_ = &shared(std::move(layout));
    }

    /// Of an output: its pins.
    OutputPins::Changes pins() const {
        OutputPins::Changes all = 0;
        for (const FieldSlice& slice : layout_->slices) {
            all |= slice.output;
        }
        return all;
    }

    /// Onto the pins, where it differs from `last`, which was set last.
    void set(const T& value, T& last, OperandCopies& operands) {
        const T& whole = rtl::is_sized(value, blank()) ? value : blank();
        if constexpr (std::is_same_v<T, rtl::Flit>) {
            if (!whole.valid()) {  // nothing else counts
                write(layout_->slices.back(), 0, 0, 0);
                last.kind = rtl::FlitKind::none;
                return;
            }
        }
        const std::uint64_t changed = changed_elements(whole, last);
        auto slice = layout_->slices.begin();
        rtl::PinFields<T>::visit([&](const auto& field) {
            const FieldSlice& of = *slice++;
            const auto set_one = [&](int at) {
                for (int word = 0; word < of.words(); ++word) {
                    const std::uint64_t bits = field.get(whole, at, word);
                    if (bits != field.get(last, at, word)) {
                        write(of, at, word, bits);
                    }
                }
            };
            if (of.count == 0) {
                return;
            }
            if (!kList || field.elements == rtl::PinElements::one) {
                set_one(0);
            } else {
                rtl::for_each_bit(changed, set_one);
            }
        });
        if constexpr (kFlits) {
            for (std::size_t v = 0; v < headers_.size(); ++v) {
                headers_[v].write(flit_of(const_cast<T&>(whole), static_cast<int>(v)));
            }
            rtl::for_each_bit(changed,
                              [&](int v) { operands.keep(flit_of(const_cast<T&>(whole), v)); });
        }
        if constexpr (std::is_same_v<T, rtl::PerVc<rtl::Flit>>) {
            rtl::for_each_bit(changed, [&](int v) { last[v] = whole[v]; });
        } else {
            last = whole;
        }
    }
    /// Of an input: what was set last, onto pins that somebody else has written to since.
    void set_again(const T& last) {
        auto slice = layout_->slices.begin();
        rtl::PinFields<T>::visit([&](const auto& field) {
            const FieldSlice& of = *slice++;
            for (int at = 0; at < of.values(); ++at) {
                for (int word = 0; word < of.words(); ++word) {
                    write(of, at, word, field.get(last, at, word));
                }
            }
        });
    }
    /// Of an output: the fields whose pins have changed since the last time for the same value.
    void get(T& value, OutputPins::Changes changed) const {
        if constexpr (std::is_same_v<T, rtl::Flit>) {
            if (read(layout_->slices.back(), 0, 0) == 0) {  // not valid: nothing else counts
                value = rtl::Flit();
                return;
            }
        }
        auto slice = layout_->slices.begin();
        rtl::PinFields<T>::visit([&](const auto& field) {
            const FieldSlice& of = *slice++;
            // Whether a flit, or a port, is valid decides over its other fields.
            if (of.count == 0 ||
                (!std::is_same_v<T, rtl::Flit> && !std::is_same_v<T, rtl::HeaderActions> &&
                 (of.output & changed) == 0)) {
                return;
            }
            for (int at = 0; at < of.values(); ++at) {
                for (int word = 0; word < of.words(); ++word) {
                    field.set(value, at, read(of, at, word), word);
                }
            }
        });
    }
    /// What no field of its flits says: the header, if there are multicasts, and the operand.
    void complete(T& value, const OperandCopies& operands) const {
        if constexpr (std::is_same_v<T, rtl::Flit>) {
            complete(value, 0, operands);
        } else if constexpr (kFlits) {
            for (int v = 0; v < value.size(); ++v) {
                complete(value[v], static_cast<std::size_t>(v), operands);
            }
        }
    }
    const T& blank() const { return layout_->blank; }

private:
    void complete(rtl::Flit& flit, std::size_t number, const OperandCopies& operands) const {
        if (!flit.valid()) {
            return;
        }
        operands.give_back(flit);
        if (number < headers_.size()) {
            rtl::take_header(flit, headers_[number].read());
        }
    }

    struct Layout {
        T blank{};
        std::vector<FieldSlice> slices;  ///< by field
    };
    static constexpr bool kFlits = PortPins<T>::kFlits;
    /// Has a value for each VC, or output, at most 64.
    static constexpr bool kList = rtl::kHasList<T>;

    void add_headers(const PortPins<T>& place) {
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
            headers_.emplace_back(pin->data, (place.at * flits + v) * rtl::flit_bits(sizes), sizes);
        }
    }

    /// The one that is the same, or this one from now on.
    static const Layout& shared(Layout layout) {
        static std::deque<Layout> all;
        for (const Layout& each : all) {
            if (each.slices == layout.slices && rtl::is_sized(each.blank, layout.blank)) {
                return each;
            }
        }
        all.push_back(std::move(layout));
        return all.back();
    }
    /// Those values of the list that are others than before; not a list: one.
    static std::uint64_t changed_elements(const T& whole, const T& last) {
        std::uint64_t changed = kList ? 0 : 1;
        rtl::for_each_list<T>([&](auto list) {
            for (int at = 0; at < list(whole).size(); ++at) {
                changed |= std::uint64_t{list(whole)[at] == list(last)[at] ? 0U : 1U} << at;
            }
        });
        return changed;
    }
    void write(const FieldSlice& slice, int at, int word, std::uint64_t value) {
        if (slice.mask) {
            for (int v = 0; v < slice.count; ++v) {
                slice.value(first_pin_, v).write(value >> v & 1);
            }
        } else if (slice.count > 0) {
            slice.value(first_pin_, at)
                .write(64 * word, rtl::bits_of_word(slice.width, word), value);
        }
    }
    std::uint64_t read(const FieldSlice& slice, int at, int word) const {
        if (!slice.mask) {
            return slice.value(first_pin_, at)
                .read(64 * word, rtl::bits_of_word(slice.width, word));
        }
        std::uint64_t bits = 0;
        for (int v = 0; v < slice.count; ++v) {
            bits |= slice.value(first_pin_, v).read() << v;
        }
        return bits;
    }

    unsigned char* first_pin_;
    const Layout* layout_ = nullptr;
    std::vector<HeaderSlices> headers_;  ///< by flit; none without multicasts
};

/// The ports of a module and the pins of a model that belong to them by their names (pin_fields.h).
/// Of clk_i nothing is set.
class FlattenedPorts {
public:
    /// Throws rtl::UnitMismatch.
    FlattenedPorts(const sc_core::sc_module& module, UnitModel& model, const UnitShape& shape) {
        for (const sc_core::sc_object* child : module.get_child_objects()) {
            if (const auto* vector = dynamic_cast<const sc_core::sc_vector_base*>(child)) {
                int at = 0;
                for (sc_core::sc_object* element : vector->get_elements()) {
                    add(model, *element, child->basename(), at++, static_cast<int>(vector->size()),
                        shape);
                    in_vectors_.push_back(element);
                }
            }
        }
        for (sc_core::sc_object* child : module.get_child_objects()) {
            const bool alone =
                std::find(in_vectors_.begin(), in_vectors_.end(), child) == in_vectors_.end();
            if (alone && dynamic_cast<sc_core::sc_port_base*>(child) != nullptr) {
                add(model, *child, child->basename(), 0, 1, shape);
            }
        }
        output_pins_ = OutputPins(model);
        for (const UnitPin& pin : model.pins()) {
            if (pin.name == "clk_i") {
                clock_ = PinBits(pin.data, 0, 1);
            } else if (pin.name == "rst_ni") {
                reset_ = PinBits(pin.data, 0, 1);
            }
        }
    }

    /// Calls visit(event) with that of every input.
    template <typename Visit>
    void for_each_change(const Visit& visit) const {
        for (const auto& input : inputs_) {
            visit(input->changed());
        }
    }
    /// The inputs that have changed in this delta onto their pins; false: none.
    bool set_inputs() {
        bool changed = false;
        for (const auto& input : inputs_) {
            changed |= input->set(operands_);
        }
        return changed;
    }
    /// All inputs count as changed.
    void forget() {
        for (const auto& input : inputs_) {
            input->forget();
        }
    }
    /// Outputs whose pins have changed since the last time.
    void drive() {
        const OutputPins::Changes changed = output_pins_.look();
        for (const DrivenOutput& output : outputs_) {
            if ((output.pins & changed) != 0) {
                output.port->drive(changed, operands_);
            }
        }
    }
    void set_clock(bool high) { clock_.write(high ? 1 : 0); }
    void hold_in_reset() { reset_.write(0); }

private:
    class Input {
    public:
        virtual ~Input() = default;
        virtual const sc_core::sc_event& changed() const = 0;
        virtual bool set(OperandCopies& operands) = 0;
        virtual void forget() = 0;
    };
    template <typename T>
    class InputOf final : public Input {
    public:
        InputOf(sc_core::sc_in<T>& port, Flattened<T> pins)
            : port_(&port), pins_(std::move(pins)), last_(pins_.blank()) {}
        const sc_core::sc_event& changed() const override {
            return (*port_)->value_changed_event();
        }
        bool set(OperandCopies& operands) override {
            if (known_ && !port_->event()) {
                return false;
            }
            known_ = true;
            pins_.set(port_->read(), last_, operands);
            return true;
        }
        void forget() override {
            known_ = false;
            pins_.set_again(last_);
        }

    private:
        sc_core::sc_in<T>* port_;
        Flattened<T> pins_;
        T last_;
        bool known_ = false;
    };
    class Output {
    public:
        virtual ~Output() = default;
        virtual void drive(OutputPins::Changes pins, const OperandCopies& operands) = 0;
    };
    struct DrivenOutput {
        OutputPins::Changes pins = 0;
        std::unique_ptr<Output> port;
    };
    template <typename T>
    class OutputOf final : public Output {
    public:
        OutputOf(sc_core::sc_out<T>& port, Flattened<T> pins)
            : port_(&port), pins_(std::move(pins)), value_(pins_.blank()) {}
        void drive(OutputPins::Changes pins, const OperandCopies& operands) override {
            pins_.get(value_, pins);
            pins_.complete(value_, operands);
            port_->write(value_);
        }

    private:
        sc_core::sc_out<T>* port_;
        Flattened<T> pins_;
        T value_;
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
                const OutputPins::Changes changes = pins.pins();
                outputs_.push_back({changes, std::make_unique<OutputOf<T>>(*out, std::move(pins))});
            } else if (auto* const in = dynamic_cast<sc_core::sc_in<T>*>(&port)) {
                inputs_.push_back(std::make_unique<InputOf<T>>(
                    *in, Flattened<T>(model, port, name, at, ports, shape, false)));
            }
        });
    }

    OperandCopies operands_;
    std::vector<const sc_core::sc_object*> in_vectors_;
    std::vector<std::unique_ptr<Input>> inputs_;
    std::vector<DrivenOutput> outputs_;
    OutputPins output_pins_;
    PinBits clock_;
    PinBits reset_;
};

}  // namespace flitscope::cosim
