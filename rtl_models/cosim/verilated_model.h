#pragma once

#include <cstdint>
#include <string>

namespace flitscope::cosim {

/// A verilated model without types of Verilator or SystemC, whose headers cannot be combined.
class VerilatedModel {
public:
    virtual ~VerilatedModel() = default;

    /// Reads the input pins.
    virtual void eval() = 0;

    // Only of a model that was verilated with tracing; the others throw std::logic_error.
    /// Starts a value change dump of everything inside, time unit 1 ps, at `file`. Call it once.
    /// The top scope has the name of the instance.
    virtual void open_trace(const std::string& file) = 0;
    /// Writes what has changed. Times ascend.
    virtual void write_trace(std::uint64_t picoseconds) = 0;
    /// Throws std::system_error if not everything could be written.
    virtual void close_trace() = 0;
};

}  // namespace flitscope::cosim
