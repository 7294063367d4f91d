#pragma once

#include <verilated.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#if VM_TRACE_VCD
#include <verilated_vcd_c.h>
#endif

namespace flitscope::cosim {

/// Before the first model of the context is made.
inline void allow_traces(VerilatedContext& context) {
#if VM_TRACE_VCD
    context.traceEverOn(true);
#else
    static_cast<void>(context);
#endif
}

/// The value change dump of a verilated model, time unit 1 ps. A model without tracing has none.
template <bool traced>
class VerilatedTrace {
public:
    template <class Model>
    void open(Model& /*model*/, const std::string& /*file*/) {
        throw std::logic_error("this model was verilated without tracing");
    }
    void write(std::uint64_t /*picoseconds*/) {
        throw std::logic_error("this model was verilated without tracing");
    }
    void close() {}
};

#if VM_TRACE_VCD
template <>
class VerilatedTrace<true> {
public:
    template <class Model>
    void open(Model& model, const std::string& file) {
        constexpr int kAllLevels = 99;
        model.trace(&writer_, kAllLevels);
        writer_.set_time_unit("1ps");
        writer_.set_time_resolution("1ps");
        writer_.open(file.c_str());
        if (!writer_.isOpen()) {
            throw std::runtime_error(file + ": cannot be written");
        }
    }
    /// What has changed. Times ascend.
    void write(std::uint64_t picoseconds) { writer_.dump(picoseconds); }
    void close() { writer_.close(); }

private:
    VerilatedVcdC writer_;
};
#endif

}  // namespace flitscope::cosim
