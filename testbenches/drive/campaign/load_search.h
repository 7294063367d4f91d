#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "testbenches/drive/measurement/run_state.h"

namespace flitscope::tb {

/// The search along traffic.load, all in flits/node/cycle: for the load at which a network
/// saturates, and for points of its latency curve. The next load follows from the measured points
/// alone, so that a search continues from stored results.
struct LoadSearch {
    double precision = 0.01;  ///< of the saturation load, > 0
    std::int64_t points = 0;  ///< wanted below saturation; 0: as bisection leaves them
    double limit = 8;         ///< no load beyond this one
};

struct MeasuredLoad {
    RunState state = RunState::stable;
    double latency = 0;              ///< mean, cycles; ignored unless stable
    double accepted = 0;             ///< flits/node/cycle; likewise
    std::optional<double> capacity;  ///< the network's, as a load; none: not known

    /// Whether the load is more than the network carries; a network that deadlocks carries nothing.
    bool beyond() const { return state == RunState::saturated || state == RunState::deadlock; }
};
using MeasuredLoads = std::map<double, MeasuredLoad>;

/// The result of a finished search. The true value lies between `low` and `high` with 95 % (own
/// choice: both states err in 1 or 2 of 100 runs at most, and only near it).
struct Saturation {
    double low = 0;              ///< the largest load found stable; 0: none
    std::optional<double> high;  ///< the least load beyond; none: up to the limit there is none
    /// saturated, deadlock: found, and what is at `high`; stable: nothing saturates up to the
    /// limit; undecided: the runs were too short for the precision.
    RunState state = RunState::stable;

    double width() const { return *high - low; }
};

/// The load to measure next; none: the search is finished.
///
/// Own choice: loads double from 1/8 until one saturates, as runs at low load are short; then the
/// interval is halved until it is as short as the precision. Loads whose runs end undecided lie
/// between both ends: each end is then brought as close to them as the precision. Further points
/// halve the longest chord of the curve over load and logarithm of latency, each scaled to its
/// range. This places them where the curve bends.
std::optional<double> next_load(const LoadSearch& search, const MeasuredLoads& measured);

/// The result of a finished search.
Saturation saturation_of(const LoadSearch& search, const MeasuredLoads& measured);

/// How long the runs of a search that ended undecided must be to decide: a queue shows that it
/// overflows in a time that grows with the square of how close it is to its limit.
std::int64_t cycles_needed(const LoadSearch& search, const Saturation& saturation,
                           std::int64_t max_cycles);

}  // namespace flitscope::tb
