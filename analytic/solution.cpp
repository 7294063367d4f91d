#include "analytic/solution.h"

#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <sstream>

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

ParameterError::ParameterError(const std::string& model, std::string parameter,
                               const std::string& value, const std::string& accepted)
    : std::invalid_argument(model + ": " + parameter + " = " + value + ", must be " + accepted),
      parameter_(std::move(parameter)) {}

void require(bool holds, const char* model, const char* parameter, double value,
             const char* accepted) {
    if (!holds) {
        std::ostringstream text;
        text << value;
        throw ParameterError(model, parameter, text.str(), accepted);
    }
}

void require_rate(const char* model, double rate) {
    // Far above any capacity, and low enough that no square of a load overflows.
    require(rate >= 0 && rate <= 1e100, model, "rate", rate, "0..1e100");
}

}  // namespace flitscope::analytic
