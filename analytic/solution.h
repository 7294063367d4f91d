#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace flitscope::analytic {

/// What a model answers at one rate: values, or the resource whose capacity is exceeded. There is
/// no third case: a model never returns a negative, infinite or clipped number.
template <typename Values>
struct Solution {
    std::optional<Values> values;  ///< empty: saturated
    std::string limiting{};        ///< the resource that saturates first; empty when ok

    bool ok() const { return values.has_value(); }
};

/// The supremum of the rates at which a model has values, and what stops it there.
struct Saturation {
    double rate = 0;       ///< messages per node and time unit of the model, > 0
    std::string limiting;  ///< e.g. "channel, dimension 5"
};

/// Brackets the rate at which `ok` turns from true to false: {last rate that is ok, first that is
/// not}, at most 1e-12 relative apart. `ok` holds at 0 and is monotone; `scale` (> 0) is any rate
/// of the right order of magnitude. Throws std::runtime_error when `ok` holds for every rate that a
/// double can represent.
std::pair<double, double> bracket_saturation(const std::function<bool(double)>& ok, double scale);

/// A parameter outside a model's validity. what() reads "broadcast_wormhole: virtual_channels = 1,
/// must be >= 2".
class ParameterError : public std::invalid_argument {
public:
    ParameterError(const std::string& model, std::string parameter, const std::string& value,
                   const std::string& accepted);
    /// The parameter's name, as the fields of the parameter structs are called.
    const std::string& parameter() const { return parameter_; }

private:
    std::string parameter_;
};

/// Throws ParameterError unless `holds`.
void require(bool holds, const char* model, const char* parameter, double value,
             const char* accepted);

/// Throws ParameterError unless the rate lies in 0..1e100.
void require_rate(const char* model, double rate);

}  // namespace flitscope::analytic
