#include "testbenches/program/cost_command/cost_json.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

/// What `fill(json, value)` makes of a text; none: it is no JSON, or lacks something.
template <typename Value, typename Fill>
std::optional<Value> read(const std::string& text, const Fill& fill) {
    const Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) {
        return std::nullopt;
    }
    try {
        Value value;
        fill(json, value);
        return value;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

}  // namespace

Json router_cost_json(const cost::RouterCost& cost) {
    Json units = Json::object();
    for (const auto& [unit, area] : cost.units) {
        units[unit] = {area.area, area.cells, area.flip_flops};
    }
    Json parts = Json::array();
    for (const cost::PathPart& part : cost.longest.parts) {
        parts.push_back({part.unit, part.levels, part.delay});
    }
    return {{"units", units},
            {"period", cost.longest.period},
            {"levels", cost.longest.levels},
            {"path", parts}};
}

std::optional<cost::RouterCost> router_cost_of_json(const std::string& text) {
    return read<cost::RouterCost>(text, [](const Json& json, cost::RouterCost& cost) {
        for (const auto& [unit, area] : json.at("units").items()) {
            cost.units[unit] = {area.at(0), area.at(1), area.at(2)};
        }
        cost.longest.period = json.at("period");
        cost.longest.levels = json.at("levels");
        for (const auto& part : json.at("path")) {
            cost.longest.parts.push_back({part.at(0), part.at(1), part.at(2)});
        }
    });
}

Json router_netlist_json(const RouterNetlist& netlist) {
    Json instances = Json::array();
    for (const cost::UnitInstance& each : netlist.instances) {
        instances.push_back({each.unit, each.path, each.module});
    }
    return {{"instances", instances}, {"structure", netlist.structure}};
}

std::optional<RouterNetlist> router_netlist_of_json(const std::string& text) {
    return read<RouterNetlist>(text, [](const Json& json, RouterNetlist& netlist) {
        for (const auto& each : json.at("instances")) {
            netlist.instances.push_back({each.at(0), each.at(1), each.at(2)});
        }
        netlist.structure = json.at("structure");
    });
}

}  // namespace flitscope::tb
