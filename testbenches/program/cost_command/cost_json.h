#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "rtl_models/cost/router_cost.h"

namespace flitscope::tb {

/// A cost as it is kept.
nlohmann::ordered_json router_cost_json(const cost::RouterCost& cost);
/// None: the text is no such thing.
std::optional<cost::RouterCost> router_cost_of_json(const std::string& text);

}  // namespace flitscope::tb
