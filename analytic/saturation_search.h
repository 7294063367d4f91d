#pragma once

#include <functional>
#include <utility>

namespace flitscope::analytic {

/// Brackets the rate at which `ok` turns from true to false: {last rate that is ok, first that is
/// not}, at most 1e-12 relative apart. `ok` holds at 0 and is monotone; `scale` (> 0) is any rate
/// of the right order of magnitude. Throws std::runtime_error when `ok` holds for every rate that a
/// double can represent.
std::pair<double, double> bracket_saturation(const std::function<bool(double)>& ok, double scale);

}  // namespace flitscope::analytic
