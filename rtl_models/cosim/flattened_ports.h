#pragma once

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <type_traits>
#include <utility>
#include <vector>

#include "rtl_models/cosim/header_slices.h"
#include "rtl_models/cosim/pin_bits.h"
#include "rtl_models/cosim/unit_model.h"
#include "rtl_models/signal/gate.h"
#include "rtl_models/signal/pin_fields.h"
#include "rtl_models/signal/sized_bundle.h"
#include "rtl_models/signal/unit_binding.h"

namespace flitscope::cosim {

/// Of a unit beside multicasts: the flits that it may drive at number `port` of its outputs for
/// flits, those first that what has no pin is rather taken from (header_slices.h).
using FlitOrigins = std::function<void(int port, std::vector<rtl::Flit>& known)>;

/// Who tells the gate of a unit that an input has changed: its channel, or, of somebody else's, the
/// event. At end of elaboration. (UnitGate has the same with a process for each, in a library that
/// plug-ins do not link.)
class InputChanges {
public:
    explicit InputChanges(rtl::UnitGate& gate) : gate_(gate) {}
    template <typename T>
    void add(sc_core::sc_in<T>& port) {
        if (auto* const watched = dynamic_cast<rtl::Watched*>(port.get_interface())) {
            watched->add_dependent(gate_);
        } else {
            events_.push_back(&port->value_changed_event());
        }
    }
    /// Of channels that are somebody else's.
    const std::vector<const sc_core::sc_event*>& events() const { return events_; }

private:
    rtl::UnitGate& gate_;
    std::vector<const sc_core::sc_event*> events_;
};

/// The flits among what a port carries.
inline rtl::Flit& flit_of(rtl::Flit& flit, int /*v*/) { return flit; }
inline rtl::Flit& flit_of(rtl::PerVc<rtl::Flit>& flits, int v) { return flits[v]; }

/// What carries a T, in pins: for each field its slice.
template <typename T>
class Flattened {
public:
    /// `at`: number of the port among `ports` that lie side by side.
    /// `headers`: beside multicasts.
    Flattened(const UnitModel& model, const sc_core::sc_object& port, const std::string& name,
              int at, int ports, const rtl::PinSizes& sizes, bool output, bool headers)
        : blank_(rtl::sized_bundle<T>(sizes)), number_(at) {
        rtl::PinFields<T>::visit([&](const auto& field) {
            const std::string pin_name = name + (*field.name == '\0' ? "" : "_") + field.name;
            const auto& pins = model.pins();
            const auto pin = std::find_if(pins.begin(), pins.end(),
                                          [&](const UnitPin& p) { return p.name == pin_name; });
            if (pin == pins.end() && !output) {
                slices_.emplace_back();
                return;
            }
            const int count = sizes.number(field.elements);
            const int width = pin == pins.end() ? 0 : pin->width / (ports * count);
            if (width < 1 || width > 64 || width * ports * count != pin->width ||
                pin->output != output) {
                throw rtl::UnitMismatch(
                    std::string(port.name()) + " needs " + (output ? "outputs " : "inputs ") +
                    pin_name + " of " + std::to_string(ports * count) +
                    " values; the Verilog has " +
                    (pin == pins.end() ? "none"
                                       : std::string(pin->output ? "an output" : "an input") +
                                             " of " + std::to_string(pin->width) + " bits"));
            }
            slices_.emplace_back(PinBits(pin->data, at * count * width, count * width), count,
                                 width);
            if (!output) {
                slices_.back().bits.clear();
            }
            pins_.push_back(pin->data);
        });
        if constexpr (kFlits) {
            const int flits = std::is_same_v<T, rtl::Flit> ? 1 : sizes.vcs;
            for (int v = 0; headers && v < flits; ++v) {
                add_header({model, name, at * flits + v, ports * flits}, port.name(), output);
            }
        }
    }

    /// Where the bits of its pins lie.
    const std::vector<const unsigned char*>& pins() const { return pins_; }

    void set(const T& value, HeaderCopies& copies) {
        const T& whole = rtl::is_sized(value, blank_) ? value : blank_;
        if constexpr (std::is_same_v<T, rtl::Flit>) {
            if (!whole.valid()) {  // nothing else counts
                slices_.back().write_bit(false);
                return;
            }
        }
        std::size_t i = 0;
        rtl::PinFields<T>::visit([&](const auto& field) {
            Slice& slice = slices_[i++];
            for (int at = 0; at < slice.count; ++at) {
                slice.write(at, field.get(whole, at));
            }
        });
        if constexpr (kFlits) {
            for (std::size_t v = 0; v < headers_.size(); ++v) {
                headers_[v].write(flit_of(const_cast<T&>(whole), static_cast<int>(v)), copies);
            }
        }
    }
    /// Of an input: what was set, onto pins that somebody else has written to since.
    void set_again() {
        for (Slice& slice : slices_) {
            slice.write_again();
        }
    }
    /// Of an output: the fields whose pins, numbered as pins(), have changed since the last time
    /// for the same value.
    template <typename Changed>
    void get(T& value, const Changed& changed) const {
        if constexpr (std::is_same_v<T, rtl::Flit>) {
            if (slices_.back().read(0) == 0) {  // not valid: nothing else counts
                value = rtl::Flit();
                return;
            }
        }
        std::size_t i = 0;
        rtl::PinFields<T>::visit([&](const auto& field) {
            const Slice& slice = slices_[i++];
            // Whether a flit, or a port, is valid decides over its other fields.
            if (!std::is_same_v<T, rtl::Flit> && !std::is_same_v<T, rtl::HeaderActions> &&
                !changed(i - 1)) {
                return;
            }
            for (int at = 0; at < slice.count; ++at) {
                field.set(value, at, slice.read(at));
            }
        });
    }
    /// It has flits, and there are multicasts: what they are may change where no pin does.
    bool has_headers() const { return !headers_.empty(); }
    /// What no pin of its flits says, if there are multicasts.
    void complete(T& value, const FlitOrigins& origins, HeaderCopies& copies) const {
        if constexpr (kFlits) {
            if (!has_headers()) {
                return;
            }
            std::vector<rtl::Flit> known;
            origins(number_, known);
            for (std::size_t v = 0; v < headers_.size(); ++v) {
                rtl::Flit& flit = flit_of(value, static_cast<int>(v));
                if (flit.valid()) {
                    headers_[v].complete(flit, known, copies);
                }
            }
        }
    }
    const T& blank() const { return blank_; }

private:
    static constexpr bool kFlits =
        std::is_same_v<T, rtl::Flit> || std::is_same_v<T, rtl::PerVc<rtl::Flit>>;

    void add_header(const HeaderSlices& header, const std::string& port, bool output) {
        if (header.complete()) {
            headers_.push_back(header);
            pins_.insert(pins_.end(), header.pins().begin(), header.pins().end());
        } else if (output) {
            throw rtl::UnitMismatch(port +
                                    " needs the pins of header fields, which the Verilog "
                                    "has not (docs/multicast_units.md)");
        }
    }
    /// `count` values of `width` bits.
    struct Slice {
        Slice() = default;
        Slice(const PinBits& its_bits, int its_count, int its_width)
            : bits(its_bits),
              count(its_count),
              width(its_width),
              written(static_cast<std::size_t>(count), 0) {}
        /// Most values are those of before.
        void write(int at, std::uint64_t value) {
            std::uint64_t& before = written[static_cast<std::size_t>(at)];
            if (value != before) {
                before = value;
                bits.write(at * width, width, value);
            }
        }
        void write_again() {
            for (int at = 0; at < count; ++at) {
                bits.write(at * width, width, written[static_cast<std::size_t>(at)]);
            }
        }
        void write_bit(bool value) {
            if (count > 0) {
                write(0, value ? 1 : 0);
            }
        }
        std::uint64_t read(int at) const { return bits.read(at * width, width); }

        PinBits bits;
        int count = 0;  ///< 0: no pin
        int width = 0;
        std::vector<std::uint64_t> written;
    };

    T blank_;
    int number_;
    std::vector<HeaderSlices> headers_;  ///< by flit; none without multicasts
    std::vector<Slice> slices_;
    std::vector<const unsigned char*> pins_;
};

/// What an output pin was when the ports were driven last.
class OutputPin {
public:
    explicit OutputPin(const UnitPin& pin)
        : data_(pin.data), last_(static_cast<std::size_t>(pin.bytes)) {}

    const unsigned char* data() const { return data_; }
    bool changed() const { return changed_; }
    void look() {
        changed_ = first_ || !is_as_last();
        first_ = false;
        if (changed_) {
            std::memcpy(last_.data(), data_, last_.size());
        }
    }

private:
    /// The sizes of pins that are one number need no call.
    bool is_as_last() const {
        switch (last_.size()) {
            case 1:
                return last_[0] == *data_;
            case 2:
                return std::memcmp(last_.data(), data_, 2) == 0;
            case 4:
                return std::memcmp(last_.data(), data_, 4) == 0;
            case 8:
                return std::memcmp(last_.data(), data_, 8) == 0;
            default:
                return std::memcmp(last_.data(), data_, last_.size()) == 0;
        }
    }

    const unsigned char* data_;
    std::vector<unsigned char> last_;
    bool first_ = true;
    bool changed_ = true;
};

/// The ports of a module and the pins of a model that belong to them by their names (pin_fields.h).
/// Of clk_i nothing is set.
class FlattenedPorts {
public:
    /// `origins`: beside multicasts, else empty. Throws rtl::UnitMismatch.
    FlattenedPorts(const sc_core::sc_module& module, UnitModel& model, const rtl::PinSizes& sizes,
                   FlitOrigins origins = {})
        : origins_(std::move(origins)) {
        for (const sc_core::sc_object* child : module.get_child_objects()) {
            if (const auto* vector = dynamic_cast<const sc_core::sc_vector_base*>(child)) {
                int at = 0;
                for (sc_core::sc_object* element : vector->get_elements()) {
                    add(model, *element, child->basename(), at++, static_cast<int>(vector->size()),
                        sizes);
                    in_vectors_.push_back(element);
                }
            }
        }
        for (sc_core::sc_object* child : module.get_child_objects()) {
            const bool alone =
                std::find(in_vectors_.begin(), in_vectors_.end(), child) == in_vectors_.end();
            if (alone && dynamic_cast<sc_core::sc_port_base*>(child) != nullptr) {
                add(model, *child, child->basename(), 0, 1, sizes);
            }
        }
        for (const UnitPin& pin : model.pins()) {
            if (pin.output) {
                output_pins_.emplace_back(pin);
            }
        }
        for (const auto& output : outputs_) {
            output->find_pins(output_pins_);
        }
        for (const UnitPin& pin : model.pins()) {
            if (pin.name == "clk_i") {
                clock_ = PinBits(pin.data, 0, 1);
            } else if (pin.name == "rst_ni") {
                reset_ = PinBits(pin.data, 0, 1);
            }
        }
    }

    void depend(InputChanges& changes) {
        for (const auto& input : inputs_) {
            input->depend(changes);
        }
    }
    /// The inputs that changed in this delta onto their pins; false: none.
    bool set_inputs() {
        bool changed = false;
        for (const auto& input : inputs_) {
            changed |= input->set(copies_);
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
        for (OutputPin& pin : output_pins_) {
            pin.look();
        }
        for (const auto& output : outputs_) {
            output->drive(origins_, copies_);
        }
    }
    void set_clock(bool high) { clock_.write(high ? 1 : 0); }
    void hold_in_reset() { reset_.write(0); }

private:
    class Input {
    public:
        virtual ~Input() = default;
        virtual void depend(InputChanges& changes) = 0;
        virtual bool set(HeaderCopies& copies) = 0;
        virtual void forget() = 0;
    };
    template <typename T>
    class InputOf final : public Input {
    public:
        InputOf(sc_core::sc_in<T>& port, Flattened<T> pins)
            : port_(&port), pins_(std::move(pins)) {}
        void depend(InputChanges& changes) override { changes.add(*port_); }
        bool set(HeaderCopies& copies) override {
            if (known_ && !port_->event()) {
                return false;
            }
            known_ = true;
            pins_.set(port_->read(), copies);
            return true;
        }
        void forget() override {
            known_ = false;
            pins_.set_again();
        }

    private:
        sc_core::sc_in<T>* port_;
        Flattened<T> pins_;
        bool known_ = false;
    };
    class Output {
    public:
        virtual ~Output() = default;
        virtual void drive(const FlitOrigins& origins, HeaderCopies& copies) = 0;
        /// After all have been made.
        virtual void find_pins(const std::vector<OutputPin>& all) = 0;
    };
    template <typename T>
    class OutputOf final : public Output {
    public:
        OutputOf(sc_core::sc_out<T>& port, Flattened<T> pins)
            : port_(&port), pins_(std::move(pins)), value_(pins_.blank()) {}
        void drive(const FlitOrigins& origins, HeaderCopies& copies) override {
            const bool changed = std::any_of(seen_.begin(), seen_.end(),
                                             [](const OutputPin* pin) { return pin->changed(); });
            if (changed) {
                pins_.get(value_, [this](std::size_t pin) { return seen_[pin]->changed(); });
            }
            if (changed || pins_.has_headers()) {
                pins_.complete(value_, origins, copies);
                port_->write(value_);
            }
        }
        void find_pins(const std::vector<OutputPin>& all) override {
            for (const unsigned char* const data : pins_.pins()) {
                seen_.push_back(
                    &*std::find_if(all.begin(), all.end(),
                                   [data](const OutputPin& pin) { return pin.data() == data; }));
            }
        }

    private:
        sc_core::sc_out<T>* port_;
        Flattened<T> pins_;
        T value_;
        std::vector<const OutputPin*> seen_;  ///< by field
    };

    void add(UnitModel& model, sc_core::sc_object& port, const std::string& name, int at, int ports,
             const rtl::PinSizes& sizes) {
        if (name == "clk_i") {
            return;
        }
        const bool headers = static_cast<bool>(origins_);
        rtl::for_each_pin_type([&](const auto& example) {
            using T = std::decay_t<decltype(example)>;
            if (auto* const out = dynamic_cast<sc_core::sc_out<T>*>(&port)) {
                outputs_.push_back(std::make_unique<OutputOf<T>>(
                    *out, Flattened<T>(model, port, name, at, ports, sizes, true, headers)));
            } else if (auto* const in = dynamic_cast<sc_core::sc_in<T>*>(&port)) {
                inputs_.push_back(std::make_unique<InputOf<T>>(
                    *in, Flattened<T>(model, port, name, at, ports, sizes, false, headers)));
            }
        });
    }

    FlitOrigins origins_;
    HeaderCopies copies_;
    std::vector<const sc_core::sc_object*> in_vectors_;
    std::vector<std::unique_ptr<Input>> inputs_;
    std::vector<std::unique_ptr<Output>> outputs_;
    std::vector<OutputPin> output_pins_;
    PinBits clock_;
    PinBits reset_;
};

}  // namespace flitscope::cosim
