#include "testbenches/drive/campaign/sweep_points.h"

#include <algorithm>

#include "testbenches/drive/campaign/program_identity.h"
#include "testbenches/drive/campaign/series_name.h"
#include "testbenches/drive/configuration/config_overrides.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/config_scalar.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const ConfigNode& node) {
    switch (node.kind) {
        case ConfigNode::Kind::null:
            return nullptr;
        case ConfigNode::Kind::scalar:
            if (const auto whole = parse_integer(node).value) {
                return *whole;
            }
            if (const auto real = parse_real(node).value) {
                return *real;
            }
            if (const auto truth = parse_boolean(node).value) {
                return *truth;
            }
            return node.scalar;
        case ConfigNode::Kind::sequence:
        case ConfigNode::Kind::mapping:
            break;
    }
    const bool mapping = node.kind == ConfigNode::Kind::mapping;
    Json json = mapping ? Json::object() : Json::array();
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        if (mapping) {
            json[node.keys[i].scalar] = json_of(node.items[i]);
        } else {
            json.push_back(json_of(node.items[i]));
        }
    }
    return json;
}

std::string text_of(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

std::int64_t count_points(const SweepFile& sweep) {
    std::int64_t count = sweep.replicas;
    for (const SweepAxis& axis : sweep.axes) {
        count *= static_cast<std::int64_t>(axis.values.size());
        if (count > kMostSweepPoints) {
            throw ConfigError({sweep.written.position(), "more points than a sweep may have",
                               std::to_string(kMostSweepPoints) + " at most"});
        }
    }
    return count;
}

/// The position on each axis, the replica last.
std::vector<std::size_t> positions(const SweepFile& sweep, std::int64_t number) {
    std::vector<std::size_t> at(sweep.axes.size() + 1);
    at.back() = static_cast<std::size_t>(number % sweep.replicas);
    number /= sweep.replicas;
    for (std::size_t i = sweep.axes.size(); i-- > 0;) {
        const auto size = static_cast<std::int64_t>(sweep.axes[i].values.size());
        at[i] = static_cast<std::size_t>(number % size);
        number /= size;
    }
    return at;
}

ExperimentConfig checked(ConfigNode tree, const Json& values) {
    try {
        ExperimentConfig config = config_of(std::move(tree));
        if (config.waves) {
            throw option_error(config,
                               {"",
                                "all points would write one file; record a single "
                                "point with `flitscope run`"},
                               "waves");
        }
        return config;
    } catch (const ConfigError& error) {
        ConfigProblem problem = error.details();
        if (!values.empty()) {
            problem.problem += " (at the point " + shortened(values.dump()) + ")";
        }
        throw ConfigError(problem);
    }
}

}  // namespace

SweepPoints::SweepPoints(SweepFile sweep)
    : sweep_(std::move(sweep)), count_(count_points(sweep_)) {}

SweepPoint SweepPoints::at(std::int64_t number) const {
    const std::vector<std::size_t> at = positions(sweep_, number);
    ConfigNode tree = sweep_.base;
    SweepPoint point;
    point.number = number;
    point.values = Json::object();
    for (std::size_t i = 0; i < sweep_.axes.size(); ++i) {
        const SweepAxis& axis = sweep_.axes[i];
        for (std::size_t key = 0; key < axis.keys.size(); ++key) {
            const ConfigNode& value = axis.values[at[i]][key];
            apply_override(tree, axis.keys[key], value);
            point.values[axis.keys[key].scalar] = json_of(value);
        }
    }
    point.config = checked(tree, point.values);
    if (at.back() > 0) {
        apply_override(tree, "seed=" + std::to_string(point.config.seed + at.back()));
        point.config = checked(std::move(tree), point.values);
    }
    point.series = series_name(sweep_.name,
                               [&](const std::string& key) { return text_of(point.values[key]); });
    point.values["seed"] = point.config.seed;
    point.hash = point_hash(point.config.resolved, this_program());
    return point;
}

}  // namespace flitscope::tb
