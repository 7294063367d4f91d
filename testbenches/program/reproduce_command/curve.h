#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

namespace flitscope::tb {

/// No value, and no limit, of a curve or a statement.
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// A value and how far it is known.
struct Measured {
    double y = 0;
    double error = 0;        ///< half width of its 95 % interval; 0: exact, or not known
    bool undecided = false;  ///< of a run that ended before it showed whether the network saturates
    bool at_least = false;   ///< undecided, but not below y: latencies grow with the run
};

struct CurvePoint {
    double x = 0;
    double y = 0;
    double error = kMissing;  ///< half width; NaN: not known
    bool beyond = false;  ///< beyond saturation: y is infinite unless the curve keeps such values
    bool undecided = false;  ///< as in Measured
    bool at_least = false;   ///< likewise

    Measured measured() const;
};

/// A curve of a figure, by rising x.
struct Curve {
    std::vector<CurvePoint> points;
    bool complete = true;  ///< false: a point failed

    /// The x at which it saturates: the middle between the first point beyond saturation and the
    /// one before, or, of a curve that begins beyond saturation, between the last of these points
    /// and the one after; infinite: nowhere. The error is half of that distance, in which there may
    /// be undecided points. It is undecided if it saturates nowhere and the last point is.
    Measured saturation() const;
};

/// By name.
using Curves = std::map<std::string, Curve>;

/// x as it is compared between curves: equal values may have been computed in different ways.
double comparable_x(double x);

}  // namespace flitscope::tb
