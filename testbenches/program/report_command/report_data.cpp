#include "testbenches/program/report_command/report_data.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "testbenches/drive/configuration/config_json.h"
#include "testbenches/program/plot/colours.h"
#include "testbenches/program/report_command/report_network.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kLeastColours = 24;

/// "latency.unicast.mean" of a result; null where it is not there.
const Json& at_path(const Json& result, const std::string& path) {
    static const Json kNothing;
    std::string pointer = "/" + path;
    std::replace(pointer.begin(), pointer.end(), '.', '/');
    const Json::json_pointer place(pointer);
    return result.contains(place) ? result.at(place) : kNothing;
}

std::vector<std::string> all_figures() {
    std::vector<std::string> figures = {"throughput.offered", "throughput.accepted"};
    for (const char* const kind : {"unicast", "network", "source_queue", "channel", "multicast",
                                   "broadcast", "collective"}) {
        for (const char* const figure : {"mean", "ci", "p50", "p95", "p99", "max"}) {
            figures.push_back(std::string("latency.") + kind + "." + figure);
        }
    }
    for (const char* const figure :
         {"capacity.load", "hops.mean", "collective.lower_bound", "model.unicast",
          "model.broadcast", "performance.flit_hops_per_s"}) {
        figures.emplace_back(figure);
    }
    return figures;
}

/// Else a model was evaluated.
bool is_simulated(const Json& result) { return result.contains("latency"); }

/// The figures that at least one point has: those of simulations, blocking, `x`, and all of models
/// that stand alone.
std::vector<std::string> figures_in(const std::vector<StoredPoint>& points,
                                    const std::vector<std::string>& x) {
    std::vector<std::string> wanted = all_figures();
    wanted.insert(wanted.end(), x.begin(), x.end());
    for (const StoredPoint& point : points) {
        for (const auto& [name, value] : figures_of({{"blocking", at_path(point.json, "blocking")},
                                                     {"model", at_path(point.json, "model")}})) {
            if (!is_simulated(point.json) || name.find("blocking.") != std::string::npos) {
                wanted.push_back(name);
            }
        }
    }
    std::vector<std::string> figures;
    for (const std::string& figure : wanted) {
        if (std::find(figures.begin(), figures.end(), figure) == figures.end() &&
            std::any_of(points.begin(), points.end(), [&](const StoredPoint& point) {
                return at_path(point.json, figure).is_number();
            })) {
            figures.push_back(figure);
        }
    }
    return figures;
}

/// Keys of the axes, in the order in which they are met.
std::vector<std::string> axes_of(const std::vector<StoredPoint>& points) {
    std::vector<std::string> axes;
    for (const StoredPoint& point : points) {
        for (const auto& [key, value] : at_path(point.json, "point").items()) {
            if (key != "seed" && std::find(axes.begin(), axes.end(), key) == axes.end()) {
                axes.push_back(key);
            }
        }
    }
    return axes;
}

/// Integers that a number of JavaScript cannot hold, seeds for example, as their digits.
Json whole(const Json& value) {
    constexpr std::uint64_t kLargest = std::uint64_t{1} << 53U;
    return value.is_number_unsigned() && value.get<std::uint64_t>() > kLargest ? Json(value.dump())
                                                                               : value;
}

/// Sections and lists as text, as the tables of `sweep collect` have them: what is compared and
/// shown on the page is a number or a text.
Json axis_value(const Json& value) {
    return value.is_structured() ? Json(value.dump()) : whole(value);
}

Json flat_config(const Json& result) {
    Json flat = flattened(at_path(result, "config"));
    for (Json& value : flat) {
        value = whole(value);
    }
    return flat;
}

/// A share with four digits behind the point: more is not seen.
Json share(const Json& value) {
    return value.is_number() ? Json(std::round(value.get<double>() * 1e4) / 1e4) : Json();
}

Json shares(const Json& values) {
    Json list = Json::array();
    for (const Json& value : values) {
        list.push_back(share(value));
    }
    return list;
}

/// Classes, single channels and ports.
void add_channels(const Json& result, Json& point) {
    point["classes"] = Json::array();
    Json utilisation = Json::array(), blocking = Json::array(), ports = Json::object();
    for (const Json& one : at_path(result, "channels")) {
        const std::string name = one.at("class");
        point["classes"].push_back({{"name", name},
                                    {"utilisation", share(one.at("utilisation"))},
                                    {"blocking", share(at_path(one, "blocking_probability"))}});
        for (const Json& each : at_path(one, "per_channel")) {
            if (each.contains("port")) {
                ports[name].push_back(
                    {each.at("node"), each.at("port"), share(each.at("utilisation"))});
            } else {
                utilisation.push_back(share(each.at("utilisation")));
                blocking.push_back(share(each.at("blocking_probability")));
            }
        }
    }
    if (!utilisation.empty()) {
        point["channels"] = {{"utilisation", std::move(utilisation)},
                             {"blocking", std::move(blocking)}};
    }
    if (!ports.empty()) {
        point["ports"] = std::move(ports);
    }
}

void add_time(const Json& result, Json& point) {
    for (const Json& each : at_path(result, "series")) {
        Json interval = {{"cycle", each.at("cycle")},
                         {"accepted", each.at("accepted")},
                         {"latency", each.at("latency")}};
        if (each.contains("channels")) {
            const Json& channels = each.at("channels");
            interval["channels"] = {{"utilisation", shares(channels.at("utilisation"))},
                                    {"blocking", shares(channels.at("blocking_probability"))}};
        }
        point["time"].push_back(std::move(interval));
    }
}

/// The routers of the cycle, in its order.
void add_deadlock(const Json& deadlock, Json& point) {
    Json routers = Json::array();
    for (const Json& each : at_path(deadlock, "cycle")) {
        if (routers.empty() || routers.back() != each.at("router")) {
            routers.push_back(each.at("router"));
        }
    }
    point["deadlock"] = {{"edge", deadlock.at("edge")}, {"routers", std::move(routers)}};
}

/// What points are compared with, and where their values go.
struct Shared {
    std::vector<std::string> axes, figures;
    Json base = Json::object();
    std::map<std::string, std::size_t> curves;  ///< by name: their place in the list
};

void add_config(const Json& result, const Shared& shared, Json& point) {
    const Json flat = flat_config(result);
    Json differing = Json::object(), without = Json::array();
    for (const auto& [key, value] : flat.items()) {
        const auto base = shared.base.find(key);
        if (base == shared.base.end() || *base != value) {
            differing[key] = value;
        }
    }
    for (const auto& [key, value] : shared.base.items()) {
        if (!flat.contains(key)) {
            without.push_back(key);
        }
    }
    point["config"] = std::move(differing);
    if (!without.empty()) {
        point["without"] = std::move(without);
    }
}

Json point_json(const StoredPoint& from, const Shared& shared) {
    const Json& result = from.json;
    Json point = {{"file", "points/" + from.hash + ".json"},
                  {"series", shared.curves.at(result.at("series_name"))},
                  {"seed", whole(at_path(result, "config.seed"))},
                  {"level", at_path(result, "level")},
                  {"version", at_path(result, "flitscope")},
                  {"commit", at_path(result, "commit")},
                  {"state", name_of(state_of(result))},
                  {"deadlocked", result.contains("deadlock")},
                  {"complete", !is_simulated(result) || at_path(result, "complete") == true},
                  {"axes", Json::array()},
                  {"figures", Json::array()}};
    const Json& values = at_path(result, "point");
    for (const std::string& axis : shared.axes) {
        point["axes"].push_back(values.contains(axis) ? axis_value(values.at(axis)) : Json());
    }
    for (const std::string& figure : shared.figures) {
        point["figures"].push_back(at_path(result, figure));
    }
    if (point.at("deadlocked") == true) {
        add_deadlock(result.at("deadlock"), point);
    }
    add_config(result, shared, point);
    add_channels(result, point);
    add_time(result, point);
    const Json& distribution = at_path(result, "latency.unicast.distribution");
    if (!distribution.is_null()) {
        point["distribution"] = distribution;
    }
    return point;
}

}  // namespace

nlohmann::ordered_json report_data(const std::string& name, const std::vector<StoredPoint>& points,
                                   const std::vector<std::string>& x) {
    Shared shared;
    shared.axes = axes_of(points);
    shared.figures = figures_in(points, x);
    Json curves = Json::array();
    for (const StoredPoint& point : points) {
        const std::string curve = point.json.at("series_name");
        if (shared.curves.emplace(curve, shared.curves.size()).second) {
            curves.push_back(curve);
        }
    }
    if (!points.empty()) {
        shared.base = flat_config(points.front().json);
    }
    Json colours = Json::array();
    // Across another axis there may be more curves than series.
    for (std::size_t curve = 0; curve < std::max(curves.size(), kLeastColours); ++curve) {
        colours.push_back(colour(curve));
    }
    ReportNetworks networks;
    Json list = Json::array();
    for (const StoredPoint& point : points) {
        list.push_back(point_json(point, shared));
        if (const auto network = networks.of(point.json)) {
            list.back()["network"] = *network;
        }
    }
    // A network that deadlocked before anything was measured has no channels, but a cycle to mark.
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto network = networks.known(points[i].json);
        if (network && list[i].contains("deadlock") && !list[i].contains("network")) {
            list[i]["network"] = *network;
        }
    }
    return {{"reportName", name},
            {"version", FLITSCOPE_VERSION},
            {"x", x},
            {"axes", shared.axes},
            {"series", std::move(curves)},
            {"figures", shared.figures},
            {"base", std::move(shared.base)},
            {"networks", networks.list()},
            {"points", std::move(list)},
            {"colours", std::move(colours)}};
}

}  // namespace flitscope::tb
