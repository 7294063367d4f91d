#include "rtl_models/signal/watch/unit_history.h"

#include <algorithm>
#include <utility>

#include "rtl_models/waves/unit_view.h"
#include "rtl_models/waves/wave_recorder.h"
#include "waves/gtkwave_save.h"
#include "waves/vcd_writer.h"

namespace flitscope::rtl {

UnitHistory::UnitHistory(std::string router, std::shared_ptr<NetPins> pins, int cycles)
    : router_(std::move(router)), pins_(std::move(pins)), cycles_(cycles) {}

void UnitHistory::keep(Cycle cycle) {
    last_ = cycle;
    pins_->keep(cycle, first());
}

Cycle UnitHistory::first() const { return std::max<Cycle>(0, last_ - cycles_ + 1); }

std::string UnitHistory::text() const {
    const auto& pins = pins_->pins();
    const std::string unit = pins.empty() ? "" : pins.front().unit;
    const bool alone =
        std::all_of(pins.begin(), pins.end(), [&](const auto& pin) { return pin.unit == unit; });
    return "ports of " + router_ + (alone ? "." + unit : "'s units") + " in cycles " +
           std::to_string(first()) + ".." + std::to_string(last_);
}

std::string UnitHistory::write(const std::string& path, const std::string& open) const {
    waves::VcdWriter file(path);
    waves::WaveRecorder recorder(file, first(), last_ + 1);
    recorder.add_unit_pins(router_, pins_);
    for (Cycle cycle = first(); cycle <= last_; ++cycle) {
        pins_->look_back_to(cycle);
        recorder.before_cycle(cycle);
        recorder.sample_wires(cycle);
    }
    recorder.finish(last_ + 1);
    waves::GtkwaveSave view;
    waves::add_unit_view(router_, pins_->pins(), view, open);
    return view.write_marked(path, last_);
}

}  // namespace flitscope::rtl
