#include "waves/wave_recorder.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "waves/flit_fields.h"

namespace flitscope::waves {

namespace {

template <typename T>
T read(const void* object) {
    T value;
    std::memcpy(&value, object, sizeof value);
    return value;
}

template <typename Watch, typename Visit>
void visit_numbers(std::vector<Watch>& watches, Visit visit) {
    for (Watch& watch : watches) {
        const auto value = read<decltype(watch.last)>(watch.object);
        if (value != watch.last) {
            watch.last = value;
            visit(watch.signal, std::uint64_t{value});
        }
    }
}

}  // namespace

template <typename Visit>
void WaveRecorder::Watches::visit_changes(Visit visit) {
    for (Watch<rtl::Flit>& watch : flits) {
        const auto& wire = *static_cast<const rtl::Flit*>(watch.object);
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
        watch.last = wire;
    }
    visit_numbers(bytes, visit);
    visit_numbers(halves, visit);
    visit_numbers(words, visit);
    visit_numbers(longs, visit);
    for (CallWatch& watch : calls) {
        const std::uint64_t value = watch.function(watch.object, watch.argument);
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

bool WaveRecorder::add(Watches& watches, const std::string& scope, const std::string& name,
                       int width, const SignalSource& source) {
    if (!source.present()) {
        return false;
    }
    const VcdWriter::Signal signal = writer_.declare(scope, name, width);
    values_.push_back(0);
    const void* const object = source.object();
    switch (source.bytes()) {
        case 1:
            watches.bytes.push_back({object, 0, signal});
            break;
        case 2:
            watches.halves.push_back({object, 0, signal});
            break;
        case 4:
            watches.words.push_back({object, 0, signal});
            break;
        case 8:
            watches.longs.push_back({object, 0, signal});
            break;
        default:
            watches.calls.push_back({source.function(), object, 0, source.argument(), signal});
    }
    return true;
}

void WaveRecorder::add_flit_wire(const std::string& scope, const std::string& prefix,
                                 const rtl::Flit& wire) {
    const auto first = static_cast<VcdWriter::Signal>(values_.size());
    for (const FlitField& field : kFlitFields) {
        writer_.declare(scope, prefix + '_' + field.name, field.width);
        values_.push_back(0);
    }
    wires_.flits.push_back({&wire, {}, first});
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
            writer_.start(from_, values_);
            started_ = true;
        }
    }
    next_ = cycle + 1;
}

void WaveRecorder::read_registers() {
    registers_.visit_changes(
        [&](VcdWriter::Signal signal, std::uint64_t value) { values_[signal] = value; });
}

void WaveRecorder::compare_registers(Cycle cycle) {
    registers_.visit_changes([&](VcdWriter::Signal signal, std::uint64_t value) {
        writer_.change(cycle, signal, value);
    });
}

void WaveRecorder::compare_wires(Cycle cycle) {
    if (started_) {
        wires_.visit_changes([&](VcdWriter::Signal signal, std::uint64_t value) {
            writer_.change(cycle, signal, value);
        });
        return;
    }
    wires_.visit_changes(
        [&](VcdWriter::Signal signal, std::uint64_t value) { values_[signal] = value; });
    writer_.start(cycle, values_);
    started_ = true;
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
