#pragma once

#include <limits>
#include <map>
#include <string>
#include <vector>

namespace flitscope::tb {

/// No value, and no limit, of a curve or a statement.
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr double kUnlimited = std::numeric_limits<double>::infinity();

struct CurvePoint {
    double x = 0;
    double y = 0;
    double error = kMissing;  ///< half width; NaN: not known
    bool beyond = false;  ///< beyond saturation: y is infinite unless the curve keeps such values
};

/// A curve of a figure, by rising x.
struct Curve {
    std::vector<CurvePoint> points;
    bool complete = true;  ///< false: a point failed

    /// The x at which it saturates: between the last point below saturation and the first one
    /// beyond; infinite: nowhere.
    double saturation() const;
};

/// By name.
using Curves = std::map<std::string, Curve>;

/// x as it is compared between curves: equal values may have been computed in different ways.
double comparable_x(double x);

}  // namespace flitscope::tb
