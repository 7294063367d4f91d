#include "testbenches/drive/campaign/load_search.h"

#include <algorithm>
#include <cmath>

namespace flitscope::tb {

namespace {

constexpr double kFirstLoad = 0.125;
constexpr double kShortestChord = 1e-6;

/// Saturation lies between them: the least load that saturates, none: not met yet, and the largest
/// one below that does not.
struct Bracket {
    double low = 0;
    std::optional<double> high;
};

Bracket bracket_of(const MeasuredLoads& measured) {
    Bracket bracket;
    for (const auto& [load, result] : measured) {
        if (result.saturated) {
            bracket.high = load;
            break;
        }
        bracket.low = load;
    }
    return bracket;
}

/// Halves the longest chord below `end`.
std::optional<double> next_of_curve(const LoadSearch& search, const MeasuredLoads& measured,
                                    double end) {
    MeasuredLoads curve(measured.begin(), measured.upper_bound(end));
    if (curve.empty() || static_cast<std::int64_t>(curve.size()) >= search.points) {
        return std::nullopt;
    }
    const auto height = [&](double load) {
        return std::log(std::max(1.0, curve.at(load).latency));
    };
    const double lowest = height(curve.begin()->first);
    const double span = std::max(1e-9, height(end) - lowest);
    double before = 0;
    double height_before = lowest;
    double longest = kShortestChord;
    std::optional<double> next;
    for (const auto& [load, result] : curve) {
        const double chord =
            std::hypot((load - before) / end, (height(load) - height_before) / span);
        if (chord > longest * (1 + 1e-9)) {
            longest = chord;
            next = (before + load) / 2;
        }
        before = load;
        height_before = height(load);
    }
    return next;
}

}  // namespace

std::optional<double> next_load(const LoadSearch& search, const MeasuredLoads& measured) {
    if (measured.empty()) {
        return std::min(kFirstLoad, search.limit);
    }
    const Bracket bracket = bracket_of(measured);
    if (!bracket.high) {
        if (2 * bracket.low <= search.limit) {
            return 2 * bracket.low;
        }
    } else if (*bracket.high - bracket.low > search.precision) {
        return (bracket.low + *bracket.high) / 2;
    }
    return next_of_curve(search, measured, bracket.low);
}

std::optional<Saturation> saturation_of(const LoadSearch& search, const MeasuredLoads& measured) {
    const Bracket bracket = bracket_of(measured);
    if (!bracket.high || *bracket.high - bracket.low > search.precision) {
        return std::nullopt;
    }
    return Saturation{(bracket.low + *bracket.high) / 2, *bracket.high - bracket.low};
}

}  // namespace flitscope::tb
