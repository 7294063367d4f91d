#include "testbenches/program/reproduce_command/curve.h"

#include <algorithm>

#include "common/rounded.h"

namespace flitscope::tb {

double Curve::saturation() const {
    const auto first = std::find_if(points.begin(), points.end(),
                                    [](const CurvePoint& each) { return each.beyond; });
    if (first == points.end()) {
        return kUnlimited;
    }
    return first == points.begin() ? first->x : ((first - 1)->x + first->x) / 2;
}

double comparable_x(double x) {
    constexpr int kDigits = 9;
    return rounded(x, kDigits);
}

}  // namespace flitscope::tb
