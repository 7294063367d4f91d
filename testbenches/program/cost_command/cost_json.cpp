#include "testbenches/program/cost_command/cost_json.h"

namespace flitscope::tb {

nlohmann::ordered_json router_cost_json(const cost::RouterCost& cost) {
    nlohmann::ordered_json units = nlohmann::ordered_json::object();
    for (const auto& [unit, area] : cost.units) {
        units[unit] = {area.area, area.cells, area.flip_flops};
    }
    nlohmann::ordered_json parts = nlohmann::ordered_json::array();
    for (const cost::PathPart& part : cost.longest.parts) {
        parts.push_back({part.unit, part.levels, part.delay});
    }
    return {{"units", units},
            {"period", cost.longest.period},
            {"levels", cost.longest.levels},
            {"path", parts}};
}

std::optional<cost::RouterCost> router_cost_of_json(const std::string& text) {
    const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
    if (json.is_discarded()) {
        return std::nullopt;
    }
    try {
        cost::RouterCost cost;
        for (const auto& [unit, area] : json.at("units").items()) {
            cost.units[unit] = {area.at(0), area.at(1), area.at(2)};
        }
        cost.longest.period = json.at("period");
        cost.longest.levels = json.at("levels");
        for (const auto& part : json.at("path")) {
            cost.longest.parts.push_back({part.at(0), part.at(1), part.at(2)});
        }
        return cost;
    } catch (const nlohmann::ordered_json::exception&) {
        return std::nullopt;
    }
}

}  // namespace flitscope::tb
