#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "rtl_models/router/flit.h"
#include "rtl_models/waves/unit_pins.h"
#include "waves/vcd_writer.h"

namespace flitscope::waves {

/// Where the value of a traced signal comes from: a variable, or a function of some object. Plain
/// pointers, because every traced signal is read in every active cycle. The objects outlive the
/// recorder.
class SignalSource {
public:
    using Function = std::uint64_t (*)(const void* object, int argument);

    /// No such signal: the dump omits it.
    SignalSource() = default;

    /// The value of a bool, integer or enum; negative ones in two's complement.
    template <typename T>
    static SignalSource value(const T& variable) {
        static_assert(std::is_integral_v<T> || std::is_enum_v<T>);
        return call(
            [](const void* untyped, int /*argument*/) {
                return static_cast<std::uint64_t>(*static_cast<const T*>(untyped));
            },
            &variable, 0);
    }
    /// A reference to a temporary would dangle.
    template <typename T>
    static SignalSource value(const T&& variable) = delete;

    static SignalSource call(Function function, const void* object, int argument) {
        SignalSource source;
        source.object_ = object;
        source.function_ = function;
        source.argument_ = argument;
        return source;
    }
    /// call<&OutputUnit::credits>(unit, vc): the result of a const member function of an int.
    template <auto Member, typename Object>
    static SignalSource call(const Object& object, int argument) {
        return call(
            [](const void* untyped, int a) {
                return static_cast<std::uint64_t>(
                    (static_cast<const Object*>(untyped)->*Member)(a));
            },
            &object, argument);
    }

    bool present() const { return function_ != nullptr; }
    /// Only of a signal that is present.
    std::uint64_t read() const { return function_(object_, argument_); }

private:
    const void* object_ = nullptr;
    Function function_ = nullptr;
    int argument_ = 0;
};

/// Samples signals and writes their changes in the window [from, to) of cycles to a VCD: at `from`
/// the initial values, later only changes, none at or after `to`.
///
/// Cycle t shows registers after edge t, and wires as they are driven in cycle t (docs/router.md).
/// A model changes its state within the cycle, so registers are read right after the state phase
/// and wires at the end. For each simulated cycle the network calls, in this order,
///
///     before_cycle(t)      before anything happens; also reports skipped idle cycles
///     sample_registers(t)  after the state phase
///     sample_wires(t)      when all wires of the cycle are driven
///
/// and nothing for idle cycles. All return at once outside the window.
class WaveRecorder {
public:
    /// 0 <= from <= to. `writer` outlives the recorder.
    WaveRecorder(VcdWriter& writer, Cycle from, Cycle to);

    /// A signal of 1..64 bits. Throws like VcdWriter::declare. An absent source adds nothing.
    /// Returns whether the signal exists.
    bool add_register(const std::string& scope, const std::string& name, int width,
                      const SignalSource& source) {
        return add(registers_, scope, name, width, source);
    }
    bool add_wire(const std::string& scope, const std::string& name, int width,
                  const SignalSource& source) {
        return add(wires_, scope, name, width, source);
    }
    /// All fields of a flit wire: `<prefix>_valid`, `_kind`, `_vc`, ... (flit_fields.h), and what
    /// it carries where that is more than 0 bytes.
    void add_flit_wire(const std::string& scope, const std::string& prefix, const rtl::Flit& wire,
                       int flit_bytes = 0);
    /// The pins of the units in a router's scope; they are wires. Their clock is one signal in the
    /// whole dump.
    void add_unit_pins(const std::string& scope, std::shared_ptr<UnitPins> pins);

    void before_cycle(Cycle cycle) {
        if (cycle > next_) {
            jump(cycle);
        }
        next_ = cycle + 1;
    }
    /// Called instead if the network slept until external wires changed in `cycle`: values not
    /// sampled yet were those of an idle network.
    void woken(Cycle cycle);
    void sample_registers(Cycle cycle) {
        if (cycle < to_ && (started_ || cycle == from_)) {
            look_at(registers_, cycle);
        }
    }
    void sample_wires(Cycle cycle) {
        if (cycle < to_ && cycle >= from_) {
            look_at_wires(cycle);
        }
    }
    /// The run ends before edge `end`, but the network continues: nothing of that is written.
    void end_at(Cycle end) { to_ = std::min(to_, std::max(end, from_)); }
    /// The run ended before edge `end`: closes the dump at `end` or `to`, whichever is first.
    /// Throws std::runtime_error if the file could not be written.
    void finish(Cycle end);

private:
    struct NumberWatch {
        SignalSource source;
        std::uint64_t last;
        VcdWriter::Signal signal;
    };
    struct FlitWatch {
        const rtl::Flit* wire;
        rtl::Flit last;
        VcdWriter::Signal signal;  ///< of the first field; that of the data is behind the last one
        int data_words;            ///< 0: no data
    };
    struct PinsWatch {
        std::shared_ptr<UnitPins> pins;
        std::vector<VcdWriter::Signal> signals;  ///< by vector
    };

    bool add(std::vector<NumberWatch>& watches, const std::string& scope, const std::string& name,
             int width, const SignalSource& source);
    void jump(Cycle to_cycle);
    /// These put what has changed since the last look.
    void look_at(std::vector<NumberWatch>& watches, Cycle cycle);
    void look_at_flits(Cycle cycle);
    void look_at_unit_pins(UnitPins::Look where, Cycle cycle);
    void look_at_wires(Cycle cycle);
    /// The signal has this value from `cycle` on, or at the start of the dump.
    void put(Cycle cycle, VcdWriter::Signal signal, const std::uint64_t* words);
    void start(Cycle cycle);

    VcdWriter& writer_;
    Cycle from_;
    Cycle to_;
    Cycle next_ = 0;  ///< the cycle after the last one worked off
    bool started_ = false;
    std::vector<std::uint64_t> values_;  ///< at the start of the dump; not kept up later
    std::vector<NumberWatch> registers_;
    std::vector<NumberWatch> wires_;
    std::vector<FlitWatch> flits_;  ///< wires as well
    std::vector<PinsWatch> unit_pins_;
    std::optional<VcdWriter::Signal> clock_;
};

}  // namespace flitscope::waves
