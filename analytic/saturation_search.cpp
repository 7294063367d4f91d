#include "analytic/saturation_search.h"

#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <stdexcept>

namespace flitscope::analytic {

std::pair<double, double> bracket_saturation(const std::function<bool(double)>& ok, double scale) {
    double low = scale;
    double high = scale;
    while (ok(high)) {
        low = high;
        high *= 2;
        if (!std::isfinite(high)) {
            throw std::runtime_error("the model has no saturation rate");
        }
    }
    while (!ok(low)) {
        high = low;
        low /= 2;
    }
    const auto sign = [&ok](double rate) { return ok(rate) ? -1.0 : 1.0; };
    const auto close = [](double a, double b) { return b - a <= 1e-12 * b; };
    return boost::math::tools::bisect(sign, low, high, close);
}

}  // namespace flitscope::analytic
