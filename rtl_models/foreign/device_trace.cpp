#include "rtl_models/foreign/device_trace.h"

#include "waves/vcd_writer.h"

namespace flitscope::cosim {

void DeviceTrace::open(const std::string& file, rtl::Cycle from, rtl::Cycle to) {
    device_.open_trace(file);
    from_ = from;
    to_ = to;
}

void DeviceTrace::close() {
    write(clocked_in_);
    if (!begun_) {
        write(from_);
    }
    to_ = 0;
    device_.close_trace();
}

void DeviceTrace::wake(rtl::Cycle cycle) {
    if (clocked_in_ < cycle) {
        write(clocked_in_);
        if (!begun_ && cycle > from_) {
            write(from_);
        }
    }
}

/// The edge is over, so the clock is low: shown high, but not evaluated. An evaluation makes the
/// writer look for changes.
void DeviceTrace::write(rtl::Cycle cycle) {
    if (cycle < from_ || cycle >= to_) {
        return;
    }
    begun_ = true;
    const bool clocked = cycle == clocked_in_;
    const auto time = static_cast<std::uint64_t>(cycle * waves::kPicosecondsPerCycle);
    device_.eval();
    clock_.write(clocked ? 1 : 0);
    device_.write_trace(time);
    if (clocked) {
        clock_.write(0);
        device_.eval();
        device_.write_trace(time + static_cast<std::uint64_t>(waves::kPicosecondsPerCycle) / 2);
    }
}

}  // namespace flitscope::cosim
