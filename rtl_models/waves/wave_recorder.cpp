#include "rtl_models/waves/wave_recorder.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "rtl_models/router/pin_widths.h"
#include "rtl_models/waves/flit_fields.h"

namespace flitscope::waves {

template <typename Visit, typename VisitWords>
void WaveRecorder::visit_flit_changes(Visit visit, VisitWords visit_words) {
    for (FlitWatch& watch : flits_) {
        const rtl::Flit& wire = *watch.wire;
        if (wire == watch.last) {
            continue;
        }
        VcdWriter::Signal signal = watch.signal;
        for (const FlitField& field : kFlitFields) {
            const std::uint64_t value = field.value(wire);
            if (value != field.value(watch.last)) {
                visit(signal, value);
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
            visit_words(signal, data.data());
        }
        watch.last = wire;
    }
}

template <typename Visit>
void WaveRecorder::visit_changes(std::vector<NumberWatch>& watches, Visit visit) {
    for (NumberWatch& watch : watches) {
        const std::uint64_t value = watch.source.read();
        if (value != watch.last) {
            watch.last = value;
            visit(watch.signal, value);
        }
    }
}

WaveRecorder::WaveRecorder(VcdWriter& writer, Cycle from, Cycle to)
    : writer_(writer), from_(from), to_(to) {
    if (from < 0 || to < from) {
        throw std::invalid_argument("waves: from = " + std::to_string(from) +
                                    ", to = " + std::to_string(to) + ", must be 0 <= from <= to");
    }
}

bool WaveRecorder::add_register(const std::string& scope, const std::string& name, int width,
                                const SignalSource& source) {
    return add(registers_, scope, name, width, source);
}

bool WaveRecorder::add_wire(const std::string& scope, const std::string& name, int width,
                            const SignalSource& source) {
    return add(wires_, scope, name, width, source);
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
            compare_registers(next_);
        }
    } else if (to_cycle > from_ && from_ < to_) {
        read_registers();
        compare_wires(from_);
    }
}

void WaveRecorder::woken(Cycle cycle) {
    if (started_) {
        before_cycle(cycle);
        return;
    }
    if (cycle >= from_ && from_ < to_) {
        read_registers();
        if (cycle > from_) {
            // What lies between the units does not follow the wires that changed before an edge.
            read_unit_pins(UnitPins::Look::inside);
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

void WaveRecorder::read_registers() {
    values_.resize(writer_.words());
    visit_changes(registers_, [&](VcdWriter::Signal signal, std::uint64_t value) {
        values_[writer_.first_word(signal)] = value;
    });
}

void WaveRecorder::read_unit_pins(UnitPins::Look where) {
    values_.resize(writer_.words());
    for (const PinsWatch& watch : unit_pins_) {
        watch.pins->look(where);
        watch.pins->visit_changes([&](std::size_t vector, const std::uint64_t* words) {
            const VcdWriter::Signal signal = watch.signals[vector];
            std::copy_n(words, writer_.words(signal), &values_[writer_.first_word(signal)]);
        });
    }
}

void WaveRecorder::compare_registers(Cycle cycle) {
    visit_changes(registers_, [&](VcdWriter::Signal signal, std::uint64_t value) {
        writer_.change(cycle, signal, value);
    });
}

void WaveRecorder::compare_wires(Cycle cycle) {
    if (started_) {
        const auto change = [&](VcdWriter::Signal signal, std::uint64_t value) {
            writer_.change(cycle, signal, value);
        };
        visit_flit_changes(change, [&](VcdWriter::Signal signal, const std::uint64_t* words) {
            writer_.change_words(cycle, signal, words);
        });
        visit_changes(wires_, change);
        for (const PinsWatch& watch : unit_pins_) {
            watch.pins->look(UnitPins::Look::all);
            watch.pins->visit_changes([&](std::size_t vector, const std::uint64_t* words) {
                writer_.change_words(cycle, watch.signals[vector], words);
            });
        }
        return;
    }
    values_.resize(writer_.words());
    const auto keep = [&](VcdWriter::Signal signal, std::uint64_t value) {
        values_[writer_.first_word(signal)] = value;
    };
    visit_flit_changes(keep, [&](VcdWriter::Signal signal, const std::uint64_t* words) {
        std::copy_n(words, writer_.words(signal), &values_[writer_.first_word(signal)]);
    });
    visit_changes(wires_, keep);
    read_unit_pins(UnitPins::Look::all);
    start(cycle);
}

void WaveRecorder::finish(Cycle end) {
    before_cycle(end);
    if (!started_) {
        read_registers();  // a run that ended before the window: a dump that shows the last state
        compare_wires(from_);
    }
    writer_.finish(std::min(end, to_));
}

}  // namespace flitscope::waves
