#include "testbenches/drive/campaign/load_search.h"

#include <algorithm>
#include <cmath>

namespace flitscope::tb {

namespace {

constexpr double kFirstLoad = 0.125;
constexpr double kShortestChord = 1e-6;

/// Saturation lies between them.
struct Bracket {
    double low = 0;              ///< the largest load below `high` that is stable
    std::optional<double> high;  ///< the least load beyond; none: not met yet
    /// The least and the largest load between them that is undecided; none: there is none.
    std::optional<double> first_undecided, last_undecided;
};

Bracket bracket_of(const MeasuredLoads& measured) {
    Bracket bracket;
    for (const auto& [load, result] : measured) {
        if (result.beyond()) {
            bracket.high = load;
            break;
        }
        if (result.state == RunState::stable) {
            bracket.low = load;
            bracket.first_undecided.reset();
            bracket.last_undecided.reset();
        } else {
            bracket.first_undecided = bracket.first_undecided.value_or(load);
            bracket.last_undecided = load;
        }
    }
    return bracket;
}

/// Halves what is wider than the precision: between the ends, or between them and what is
/// undecided.
std::optional<double> next_of_bracket(const LoadSearch& search, const Bracket& bracket) {
    const auto middle = [&](double low, double high) {
        return high - low > search.precision ? std::optional((low + high) / 2) : std::nullopt;
    };
    if (!bracket.first_undecided) {
        return middle(bracket.low, *bracket.high);
    }
    const auto next = middle(bracket.low, *bracket.first_undecided);
    return next ? next : middle(*bracket.last_undecided, *bracket.high);
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
        const double largest = measured.rbegin()->first;
        if (2 * largest <= search.limit) {
            return 2 * largest;
        }
    } else if (const auto next = next_of_bracket(search, bracket)) {
        return next;
    }
    return next_of_curve(search, measured, bracket.low);
}

Saturation saturation_of(const LoadSearch& search, const MeasuredLoads& measured) {
    const Bracket bracket = bracket_of(measured);
    Saturation found{bracket.low, bracket.high, RunState::stable};
    if (!bracket.high) {
        found.state = bracket.first_undecided ? RunState::undecided : RunState::stable;
    } else {
        found.state = found.width() > search.precision ? RunState::undecided
                                                       : measured.at(*bracket.high).state;
    }
    return found;
}

std::int64_t cycles_needed(const LoadSearch& search, const Saturation& saturation,
                           std::int64_t max_cycles) {
    const double width = saturation.high ? saturation.width() : 2 * search.precision;
    const double times = std::max(2.0, std::pow(width / search.precision, 2));
    return static_cast<std::int64_t>(
        std::min(9e18, std::ceil(times) * static_cast<double>(max_cycles)));
}

}  // namespace flitscope::tb
