#include "testbenches/program/reproduce_command/curve.h"

#include <cmath>

#include "common/rounded.h"

namespace flitscope::tb {

Measured CurvePoint::measured() const {
    return {y, std::isfinite(error) ? error : 0, undecided, at_least};
}

Measured Curve::saturation() const {
    const CurvePoint* before = nullptr;  // the last point that is not undecided
    bool undecided = false;              // a point since then is
    for (const CurvePoint& each : points) {
        if (each.undecided) {
            undecided = true;
            continue;
        }
        if (before != nullptr && before->beyond != each.beyond) {
            return {(before->x + each.x) / 2, (each.x - before->x) / 2};
        }
        before = &each;
        undecided = false;
    }
    const bool beyond = before != nullptr && before->beyond;
    return {beyond ? points.front().x : kUnlimited, 0, undecided};
}

double comparable_x(double x) {
    constexpr int kDigits = 9;
    return rounded(x, kDigits);
}

}  // namespace flitscope::tb
