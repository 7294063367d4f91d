#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "rtl_models/cost/router_cost.h"
#include "testbenches/program/cost_command/router_synthesis.h"

namespace flitscope::tb {

/// A cost as it is kept.
nlohmann::ordered_json router_cost_json(const cost::RouterCost& cost);
/// None: the text is no such thing.
std::optional<cost::RouterCost> router_cost_of_json(const std::string& text);

/// A netlist as it is kept: without the text of its units, which have files of their own.
nlohmann::ordered_json router_netlist_json(const RouterNetlist& netlist);
/// None: the text is no such thing.
std::optional<RouterNetlist> router_netlist_of_json(const std::string& text);

}  // namespace flitscope::tb
