#include "analytic/solution.h"

#include <sstream>
#include <utility>

namespace flitscope::analytic {

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
