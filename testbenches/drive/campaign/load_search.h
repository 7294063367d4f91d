#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace flitscope::tb {

/// The search along traffic.load, all in flits/node/cycle: for the load at which a network
/// saturates, and for points of its latency curve. What comes next follows from what was measured
/// alone, so that a search goes on from stored results.
struct LoadSearch {
    double precision = 0.01;  ///< of the saturation load, > 0
    std::int64_t points = 0;  ///< wanted below saturation; 0: as bisection leaves them
    double limit = 8;         ///< no load beyond this one
};

struct MeasuredLoad {
    bool saturated = false;
    double latency = 0;  ///< mean, cycles; of no account where saturated
};
using MeasuredLoads = std::map<double, MeasuredLoad>;

/// Saturation lies within `precision` / 2 of `load`.
struct Saturation {
    double load = 0;
    double precision = 0;
};

/// The load to measure next; none: the search is at its end.
///
/// Own choice: loads double from 1/8 until one saturates, as runs at low load are short; then the
/// interval is halved until it is as short as the precision. Further points halve the longest chord
/// of the curve over load and logarithm of latency, each scaled to its range, which puts them where
/// it bends.
std::optional<double> next_load(const LoadSearch& search, const MeasuredLoads& measured);

/// None: not found yet, or not up to the limit.
std::optional<Saturation> saturation_of(const LoadSearch& search, const MeasuredLoads& measured);

}  // namespace flitscope::tb
