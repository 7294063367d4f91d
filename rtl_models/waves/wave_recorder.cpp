#include "rtl_models/waves/wave_recorder.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "rtl_models/router/pin_widths.h"
#include "rtl_models/waves/flit_fields.h"

namespace flitscope::waves {

WaveRecorder::WaveRecorder(VcdWriter& writer, Cycle from, Cycle to)
    : writer_(writer), from_(from), to_(to) {
    if (from < 0 || to < from) {
        throw std::invalid_argument("waves: from = " + std::to_string(from) +
                                    ", to = " + std::to_string(to) + ", must be 0 <= from <= to");
    }
}

bool WaveRecorder::add(std::vector<NumberWatch>& watches, const std::string& scope,
                       const std::string& name, int width, const SignalSource& source) {
    if (source.present()) {
        watches.push_back({source, 0, writer_.declare(scope, name, width)});
    }
    return source.present();
}

void WaveRecorder::add_flit_wire(const std::string& scope, const std::string& prefix,
                                 const rtl::Flit& wire, int flit_bytes) {
    VcdWriter::Signal last = 0;
    for (const FlitField& field : kFlitFields) {
        last = writer_.declare(scope, prefix + '_' + field.name, field.width);
    }
    const int width = 8 * flit_bytes;
    if (width > 0) {
        writer_.declare(scope, prefix + '_' + kFlitData, width);
    }
    flits_.push_back(
        {&wire, {}, last + 1 - static_cast<unsigned>(kFlitFields.size()), rtl::words_of(width)});
}

void WaveRecorder::add_unit_pins(const std::string& scope, std::shared_ptr<UnitPins> pins) {
    constexpr auto kNone = static_cast<VcdWriter::Signal>(-1);
    std::vector<VcdWriter::Signal> signals;
    for (const UnitPins::Pin& pin : pins->pins()) {
        const std::string unit = scope + '.' + pin.unit;
        if (pin.vector == UnitPins::kClock) {
            if (clock_) {
                writer_.alias(unit, pin.name, *clock_);
            } else {
                clock_ = writer_.declare_clock(unit, pin.name);
            }
            continue;
        }
        signals.resize(std::max(signals.size(), pin.vector + 1), kNone);
        VcdWriter::Signal& signal = signals[pin.vector];
        if (signal == kNone) {
            signal = writer_.declare(unit, pin.name, pin.width);
        } else {
            writer_.alias(unit, pin.name, signal);
        }
    }
    unit_pins_.push_back({std::move(pins), std::move(signals)});
}

/// The network was idle in cycles next_..to_cycle-1: its registers are as the edge at the begin of
/// next_ left them, its wires as they were.
void WaveRecorder::jump(Cycle to_cycle) {
    if (started_) {
        if (next_ < to_) {
            look_at(registers_, next_);
        }
    } else if (to_cycle > from_ && from_ < to_) {
        look_at(registers_, from_);
        look_at_wires(from_);
    }
}

void WaveRecorder::woken(Cycle cycle) {
    if (started_) {
        before_cycle(cycle);
        return;
    }
    if (cycle >= from_ && from_ < to_) {
        look_at(registers_, from_);
        if (cycle > from_) {
            // What lies between the units does not follow the wires that changed before an edge.
            look_at_unit_pins(UnitPins::Look::inside, from_);
            start(from_);
        }
    }
    next_ = cycle + 1;
}

void WaveRecorder::start(Cycle cycle) {
    values_.resize(writer_.words());
    writer_.start(cycle, values_);
    started_ = true;
}

void WaveRecorder::put(Cycle cycle, VcdWriter::Signal signal, const std::uint64_t* words) {
    if (started_) {
        writer_.change_words(cycle, signal, words);
        return;
    }
    values_.resize(writer_.words());
    std::copy_n(words, writer_.words(signal), &values_[writer_.first_word(signal)]);
}

void WaveRecorder::look_at(std::vector<NumberWatch>& watches, Cycle cycle) {
    for (NumberWatch& watch : watches) {
        const std::uint64_t value = watch.source.read();
        if (value != watch.last) {
            watch.last = value;
            put(cycle, watch.signal, &value);
        }
    }
}

void WaveRecorder::look_at_flits(Cycle cycle) {
    for (FlitWatch& watch : flits_) {
        const rtl::Flit& wire = *watch.wire;
        if (wire == watch.last) {
            continue;
        }
        VcdWriter::Signal signal = watch.signal;
        for (const FlitField& field : kFlitFields) {
            const std::uint64_t value = field.value(wire);
            if (value != field.value(watch.last)) {
                put(cycle, signal, &value);
            }
            ++signal;
        }
        std::array<std::uint64_t, rtl::FlitData::kMaxWords> data{};
        bool changed = false;
        for (int i = 0; i < watch.data_words; ++i) {
            data[static_cast<std::size_t>(i)] = wire.data.word(i);
            changed = changed || wire.data.word(i) != watch.last.data.word(i);
        }
        if (changed) {
            put(cycle, signal, data.data());
        }
        watch.last = wire;
    }
}

void WaveRecorder::look_at_unit_pins(UnitPins::Look where, Cycle cycle) {
    for (const PinsWatch& watch : unit_pins_) {
        watch.pins->look(where);
        watch.pins->visit_changes([&](std::size_t vector, const std::uint64_t* words) {
            put(cycle, watch.signals[vector], words);
        });
    }
}

void WaveRecorder::look_at_wires(Cycle cycle) {
    look_at_flits(cycle);
    look_at(wires_, cycle);
    look_at_unit_pins(UnitPins::Look::all, cycle);
    if (!started_) {
        start(cycle);
    }
}

void WaveRecorder::finish(Cycle end) {
    before_cycle(end);
    if (!started_) {
        look_at(registers_, from_);  // a run that ended before the window: it shows the last state
        look_at_wires(from_);
    }
    writer_.finish(std::min(end, to_));
}

}  // namespace flitscope::waves
