#include "waves/wave_recorder.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <type_traits>

#include "waves/flit_fields.h"

namespace flitscope::waves {

namespace {

template <typename T>
T read(const void* object) {
    T value;
    std::memcpy(&value, object, sizeof value);
    return value;
}

}  // namespace

WaveRecorder::WaveRecorder(VcdWriter& writer, Cycle from, Cycle to)
    : writer_(writer), from_(from), to_(to) {
    if (from < 0 || to < from) {
        throw std::invalid_argument("waves: from = " + std::to_string(from) +
                                    ", to = " + std::to_string(to) + ", must be 0 <= from <= to");
    }
}

bool WaveRecorder::add(const std::string& scope, const std::string& name, int width,
                       const SignalSource& source) {
    if (!source.present()) {
        return false;
    }
    const VcdWriter::Signal signal = writer_.declare(scope, name, width);
    ++signals_;
    switch (source.bytes()) {
        case 1:
            bytes_.push_back({source.object(), 0, signal});
            break;
        case 2:
            halves_.push_back({source.object(), 0, signal});
            break;
        case 4:
            words_.push_back({source.object(), 0, signal});
            break;
        case 8:
            longs_.push_back({source.object(), 0, signal});
            break;
        default:
            calls_.push_back({source.function(), source.object(), 0, source.argument(), signal});
    }
    return true;
}

void WaveRecorder::add_flit(const std::string& scope, const std::string& prefix,
                            const rtl::Flit& wire) {
    VcdWriter::Signal first = 0;
    for (const FlitField& field : kFlitFields) {
        const VcdWriter::Signal signal =
            writer_.declare(scope, prefix + '_' + field.name, field.width);
        first = &field == kFlitFields.data() ? signal : first;
    }
    signals_ += kFlitFields.size();
    flits_.push_back({&wire, {}, first});
}

template <typename T>
void WaveRecorder::first_values(std::vector<Watch<T>>& watches,
                                std::vector<std::uint64_t>& values) {
    for (Watch<T>& watch : watches) {
        watch.last = read<T>(watch.object);
        if constexpr (std::is_same_v<T, rtl::Flit>) {
            VcdWriter::Signal signal = watch.signal;
            for (const FlitField& field : kFlitFields) {
                values[signal++] = field.value(watch.last);
            }
        } else {
            values[watch.signal] = watch.last;
        }
    }
}

void WaveRecorder::start(Cycle cycle) {
    started_ = true;
    std::vector<std::uint64_t> values(signals_);
    first_values(bytes_, values);
    first_values(halves_, values);
    first_values(words_, values);
    first_values(longs_, values);
    first_values(flits_, values);
    for (CallWatch& watch : calls_) {
        watch.last = watch.function(watch.object, watch.argument);
        values[watch.signal] = watch.last;
    }
    writer_.start(cycle, values);
}

template <typename T>
void WaveRecorder::compare(Cycle cycle, std::vector<Watch<T>>& watches) {
    for (Watch<T>& watch : watches) {
        const T value = read<T>(watch.object);
        if (value != watch.last) {
            watch.last = value;
            writer_.change(cycle, watch.signal, watch.last);
        }
    }
}

void WaveRecorder::compare_flits(Cycle cycle) {
    for (Watch<rtl::Flit>& watch : flits_) {
        const auto& wire = *static_cast<const rtl::Flit*>(watch.object);
        if (wire == watch.last) {
            continue;
        }
        VcdWriter::Signal signal = watch.signal;
        for (const FlitField& field : kFlitFields) {
            const std::uint64_t value = field.value(wire);
            if (value != field.value(watch.last)) {
                writer_.change(cycle, signal, value);
            }
            ++signal;
        }
        watch.last = wire;
    }
}

void WaveRecorder::compare(Cycle cycle) {
    if (!started_) {
        start(cycle);
        return;
    }
    compare_flits(cycle);
    compare(cycle, bytes_);
    compare(cycle, halves_);
    compare(cycle, words_);
    compare(cycle, longs_);
    for (CallWatch& watch : calls_) {
        const std::uint64_t value = watch.function(watch.object, watch.argument);
        if (value != watch.last) {
            watch.last = value;
            writer_.change(cycle, watch.signal, value);
        }
    }
}

void WaveRecorder::finish(Cycle end) {
    before_cycle(end);
    if (!started_) {
        start(from_);  // a run that ended before the window: a valid dump that shows the last state
    }
    writer_.finish(std::min(end, to_));
}

}  // namespace flitscope::waves
