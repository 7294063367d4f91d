#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "common/atomic_file.h"
#include "testbenches/drive/run/simulation.h"
#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/point_run/recordings.h"

namespace flitscope::tb {

/// The configuration says `deadlock: refuse`, and a deadlock can form. what(): the lines of
/// `verify`.
class DeadlockRefused : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Where the configuration says `deadlock: refuse`: throws DeadlockRefused, or ConfigError for a
/// network that `verify` cannot decide.
void refuse_deadlock(const ExperimentConfig& config);

/// A deadlock ended a simulation. what(): deadlock_text.
class DeadlockFound : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The place where it was found and the waiting VCs, in lines, without a final newline.
std::string deadlock_text(const DeadlockReport& deadlock, const topo::Topology& topology);

/// The outcome of a run.
struct PointOutcome {
    Result result;
    std::string deadlock;                  ///< deadlock_text; empty: none formed
    std::optional<OutputError> unwritten;  ///< a recording that is not whole
};

/// Builds the network of a checked configuration and drives it with its traffic. Of `hooks` it
/// sets `elaboration_s`, `closing` and `generated`. Throws as make_network and simulate; after an
/// rtl::Violation the recordings are whole.
PointOutcome run_point(const ExperimentConfig& config, Recordings& recordings,
                       SimulationHooks hooks = {});

/// The failure that the program, a sweep or an embedding program reports for a run of `config` with
/// this outcome: an incomplete recording, a deadlock, a protocol error; none: it went well.
std::optional<Failure> failure_of(const PointOutcome& outcome, const ExperimentConfig& config);

/// The result of a checked configuration, without recordings. A deadlock is one. Throws as
/// refuse_deadlock and the above, and std::runtime_error for another failure_of.
Result run_point(const ExperimentConfig& config);

}  // namespace flitscope::tb
