#include "testbenches/drive/campaign/sweep_points.h"

#include <algorithm>

#include "testbenches/drive/campaign/program_identity.h"
#include "testbenches/drive/configuration/config_json.h"
#include "testbenches/drive/configuration/config_overrides.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/resolved_config.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

/// The value of a key of an axis, or of a key in a section that is an axis; "-": this point has no
/// such key.
std::string shown_value(const SweepPoint& point, const std::string& key) {
    if (point.values.contains(key)) {
        return text_of(point.values[key]);
    }
    std::string path = "/" + key;
    std::replace(path.begin(), path.end(), '.', '/');
    const Json::json_pointer place(path);
    const Json resolved = resolve(point.config);
    return resolved.contains(place) ? text_of(resolved[place]) : "-";
}

/// `name` with each {key} replaced by its value at this point.
std::string series_name(const std::string& name, const SweepPoint& point) {
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const std::size_t end = name[i] == '{' ? name.find('}', i) : std::string::npos;
        if (end == std::string::npos) {
            text += name[i];
            continue;
        }
        text += shown_value(point, name.substr(i + 1, end - i - 1));
        i = end;
    }
    return text;
}

/// An axis along which searches move.
bool is_load(const SweepAxis& axis) { return axis.keys.front().scalar == kLoadKey; }

/// Combinations of all axes, or of all but the load, with the replicas.
std::int64_t count_combinations(const SweepFile& sweep, bool with_load) {
    std::int64_t count = sweep.replicas;
    for (const SweepAxis& axis : sweep.axes) {
        if (with_load || !is_load(axis)) {
            count *= static_cast<std::int64_t>(axis.values.size());
        }
        if (count > kMostSweepPoints) {
            throw ConfigError({sweep.written.position(), "more points than a sweep may have",
                               "axes that make " + std::to_string(kMostSweepPoints) + " at most"});
        }
    }
    return count;
}

/// The position on each axis, the replica last.
std::vector<std::size_t> positions(const SweepFile& sweep, std::int64_t number, bool with_load) {
    std::vector<std::size_t> at(sweep.axes.size() + 1);
    at.back() = static_cast<std::size_t>(number % sweep.replicas);
    number /= sweep.replicas;
    for (std::size_t i = sweep.axes.size(); i-- > 0;) {
        if (with_load || !is_load(sweep.axes[i])) {
            const auto size = static_cast<std::int64_t>(sweep.axes[i].values.size());
            at[i] = static_cast<std::size_t>(number % size);
            number /= size;
        }
    }
    return at;
}

ExperimentConfig checked(ConfigNode tree, SweepRun run, const Json& values) {
    try {
        ExperimentConfig config = config_of(
            std::move(tree), run == SweepRun::model ? ConfigUse::model : ConfigUse::simulation);
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

SweepPoints::SweepPoints(SweepFile sweep, ProgramIdentity program)
    : sweep_(std::move(sweep)),
      program_(std::move(program)),
      points_(count_combinations(sweep_, true)),
      searches_(sweep_.search ? count_combinations(sweep_, false) : 0) {}

SweepPoint SweepPoints::at(std::int64_t number, std::optional<double> load) const {
    SweepPoint point = made(number, load);
    if (const auto other = load ? twin(number, *load) : std::nullopt) {
        SweepPoint same = made(*other, std::nullopt);
        if (same.hash == point.hash) {
            return same;
        }
    }
    return point;
}

/// The point of the axes that a search may come to at `load`.
std::optional<std::int64_t> SweepPoints::twin(std::int64_t number, double load) const {
    const std::vector<std::size_t> at = positions(sweep_, number - points_, false);
    std::int64_t found = 0;
    for (std::size_t i = 0; i < sweep_.axes.size(); ++i) {
        const SweepAxis& axis = sweep_.axes[i];
        std::size_t position = at[i];
        if (is_load(axis)) {
            const auto value =
                std::find_if(axis.values.begin(), axis.values.end(),
                             [&](const auto& each) { return json_of(each.front()) == load; });
            if (value == axis.values.end()) {
                return std::nullopt;
            }
            position = static_cast<std::size_t>(value - axis.values.begin());
        }
        found = found * static_cast<std::int64_t>(axis.values.size()) +
                static_cast<std::int64_t>(position);
    }
    return found * sweep_.replicas + static_cast<std::int64_t>(at.back());
}

SweepPoint SweepPoints::made(std::int64_t number, std::optional<double> load) const {
    const std::vector<std::size_t> at =
        positions(sweep_, is_search(number) ? number - points_ : number, !is_search(number));
    ConfigNode tree = sweep_.base;
    SweepPoint point;
    point.number = number;
    point.values = Json::object();
    for (std::size_t i = 0; i < sweep_.axes.size(); ++i) {
        const SweepAxis& axis = sweep_.axes[i];
        if (load && is_load(axis)) {
            point.values[kLoadKey] = *load;
            continue;
        }
        for (std::size_t key = 0; key < axis.keys.size(); ++key) {
            ConfigNode value = axis.values[at[i]][key];
            apply_override(tree, axis.keys[key], value);
            forget_replace(value);
            point.values[axis.keys[key].scalar] = json_of(value);
        }
    }
    if (load) {
        point.values[kLoadKey] = *load;
        apply_override(tree, std::string(kLoadKey) + "=" + point.values[kLoadKey].dump());
    }
    point.config = checked(tree, sweep_.run, point.values);
    if (at.back() > 0) {
        if (point.config.seed > UINT64_MAX - at.back()) {
            const ConfigNode& replicas = *sweep_.written.find("replicas");
            throw ConfigError({replicas.position(),
                               "from seed " + std::to_string(point.config.seed) +
                                   " on there are fewer, up to 18446744073709551615",
                               "fewer replicas, or a smaller seed", "replicas", replicas.text()});
        }
        apply_override(tree, "seed=" + std::to_string(point.config.seed + at.back()));
        point.config = checked(std::move(tree), sweep_.run, point.values);
    }
    point.series = series_name(sweep_.name, point);
    point.values["seed"] = point.config.seed;
    const Json resolved = resolve(point.config);
    point.files = files_.hashes(resolved);
    point.hash = point_hash(resolved, point.files, program_);
    return point;
}

std::optional<std::string> SweepPoints::impossible(std::int64_t number) const {
    if (!sweep_.skip_impossible) {
        return std::nullopt;
    }
    try {
        at(number, is_search(number) ? next_load(*sweep_.search, {}) : std::nullopt);
    } catch (const ConfigError& error) {
        if (error.details().impossible) {
            return error.what();
        }
        throw;
    }
    return std::nullopt;
}

LoadSearch SweepPoints::search(std::int64_t number) const {
    LoadSearch search = *sweep_.search;
    double limit = *next_load(search, {});
    at(number, limit);  // that it works at all
    for (; 2 * limit <= search.limit; limit *= 2) {
        try {
            at(number, 2 * limit);
        } catch (const ConfigError&) {
            break;
        }
    }
    search.limit = limit;
    return search;
}

}  // namespace flitscope::tb
