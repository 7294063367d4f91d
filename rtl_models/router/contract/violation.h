#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::rtl {

/// The values at the pins in the cycles before a violation.
class ViolationWaves {
public:
    virtual ~ViolationWaves() = default;
    /// "its pins in cycles 2..19, and during reset"; "": nothing to write.
    virtual std::string text() const = 0;
    /// Writes a VCD and its GTKWave view, and returns the view's path. `open`: the part that the
    /// view shows opened. I/O failures: std::runtime_error.
    virtual std::string write(const std::string& path, const std::string& open) const = 0;
};

/// A replaced part of a router violated its contract: ends the run with exit code 6. what() is the
/// whole report in one line: instance, cycle, port, details.
class Violation : public std::runtime_error {
public:
    /// `part`: the part that ViolationWaves::write opens. `waves` may be null. `note`: one more
    /// line of the report, on other possible causes; "": none.
    Violation(const std::string& what, Cycle cycle, std::string part,
              std::shared_ptr<const ViolationWaves> waves, std::string note = {})
        : std::runtime_error(what),
          cycle_(cycle),
          part_(std::move(part)),
          history_(std::move(waves)),
          note_(std::move(note)) {}

    Cycle cycle() const { return cycle_; }
    const std::string& part() const { return part_; }
    const std::shared_ptr<const ViolationWaves>& history() const { return history_; }
    /// what() and the note.
    std::string whole_report() const {
        return what() + (note_.empty() ? std::string() : "\n  " + note_);
    }

private:
    Cycle cycle_;
    std::string part_;
    std::shared_ptr<const ViolationWaves> history_;
    std::string note_;
};

/// The note about a verilated model with these combinational loops, as its build named them
/// (docs/cosimulation.md); "": there are none.
std::string loops_note(const std::vector<std::string>& loops);

/// A violation by a unit of a router at level signal.
class UnitViolation : public Violation {
public:
    using Violation::Violation;
};

}  // namespace flitscope::rtl
