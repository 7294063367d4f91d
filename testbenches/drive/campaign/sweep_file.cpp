#include "testbenches/drive/campaign/sweep_file.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "testbenches/drive/campaign/sweep_axis_reader.h"
#include "testbenches/drive/campaign/utf8.h"
#include "testbenches/drive/configuration/config_overrides.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/known_keys.h"

namespace flitscope::tb {

namespace {

constexpr double kLeastPrecision = 1e-6;  // flits/node/cycle
constexpr NamedValue<bool> kSkips[] = {{"none", false}, {"impossible", true}};
constexpr NamedValue<SweepRun> kRuns[] = {{"simulation", SweepRun::simulation},
                                          {"model", SweepRun::model}};

ConfigNode read_base_file(ConfigSection& root, const std::string& path) {
    std::string file;
    root.text("base", file);
    try {
        return read_config_tree((std::filesystem::path(path).parent_path() / file).string());
    } catch (const ConfigError& error) {
        if (error.details().position.line == 0) {  // the file itself
            root.fail("base", error.details().problem, "a YAML file, relative to this file");
        }
        throw;
    }
}

void require_mapping(const ConfigNode& config) {
    if (config.kind != ConfigNode::Kind::mapping && config.kind != ConfigNode::Kind::null) {
        throw ConfigError({config.position(), "not a configuration",
                           "sections with keys, \"key: value\"", "config", config.text()});
    }
}

/// The file, and `config` over it.
ConfigNode read_base(ConfigSection& root, const std::string& path) {
    const ConfigNode* const inside = root.find("config");
    if (inside != nullptr) {
        require_mapping(*inside);
    }
    if (inside == nullptr && !root.has("base")) {
        root.fail("base", "missing: no configuration to start from",
                  "base: FILE, relative to this file, or config: {...}");
    }
    if (!root.has("base")) {
        ConfigNode base = *inside;
        forget_replace(base);
        return base;
    }
    ConfigNode base = read_base_file(root, path);
    require_mapping(base);
    if (inside != nullptr) {
        merge_config(base, *inside);
    }
    return base;
}

/// `strict` of the sweep, or of its base, which stands for all points and is no part of them.
bool take_strict(ConfigSection& root, ConfigNode& base) {
    bool strict = false;
    root.truth("strict", strict);
    if (base.find("strict") != nullptr) {
        ConfigSection(&base, {}, base.position()).truth("strict", strict);
        base.erase("strict");
    }
    return strict;
}

std::optional<LoadSearch> read_search(ConfigSection& root, const SweepFile& sweep,
                                      std::int64_t adaptive) {
    if (!root.has("saturation") && adaptive == 0) {
        return std::nullopt;
    }
    LoadSearch search;
    search.points = adaptive;
    const std::string where = root.has("saturation") ? "saturation" : "axes";
    if (sweep.run == SweepRun::model) {
        root.fail(where, "loads are searched by simulation, and run: model simulates nothing",
                  "no search: points of a model have model.saturation_rate");
    }
    if (root.has("saturation")) {
        ConfigSection section = root.section("saturation");
        section.require("precision", "flits/node/cycle");
        section.real("precision", search.precision, kLeastPrecision, 1);
        section.finish();
    }
    for (const SweepAxis& axis : sweep.axes) {
        for (const ConfigNode& key : axis.keys) {
            const bool own = key.scalar == kLoadKey && axis.keys.size() == 1;
            if (!own && (key.scalar == kLoadKey || key.scalar == "traffic.rate" ||
                         key.scalar == "traffic")) {
                root.fail(where, "loads are searched, but " + key.scalar + " at " +
                                     key.position().text() + " sets them");
            }
        }
    }
    return search;
}

/// Refuses axes that would overwrite each other.
void check_keys(const std::vector<SweepAxis>& axes) {
    std::vector<const ConfigNode*> seen;
    for (const SweepAxis& axis : axes) {
        for (const ConfigNode& key : axis.keys) {
            for (const ConfigNode* const other : seen) {
                const std::string& a = key.scalar;
                const std::string& b = other->scalar;
                const bool inside = a == b || a.rfind(b + ".", 0) == 0 || b.rfind(a + ".", 0) == 0;
                if (inside) {
                    throw ConfigError(
                        {key.position(),
                         "contradicts the axis " + shortened(b) + " at " + other->position().text(),
                         "axes whose keys do not contain each other", a});
                }
            }
            seen.push_back(&key);
        }
    }
}

/// Refuses a section of the base that is none, and that an axis would make one.
void check_sections(const SweepFile& sweep) {
    ConfigSection base(&sweep.base, {}, sweep.base.position());
    for (const std::string& key : sweep.keys()) {
        const std::string section = key.substr(0, key.find('.'));
        if (section != key && section != "level") {  // which may be a word
            base.section(section);
        }
    }
}

/// `key` is that of the axis, or one in its values: `topology.kind` of an axis `topology`.
bool is_of(const std::string& key, const std::string& axis) {
    const std::vector<std::string>& known = known_keys();
    return key == axis || (key.rfind(axis + ".", 0) == 0 &&
                           std::find(known.begin(), known.end(), key) != known.end());
}

bool is_in_an_axis(const SweepFile& sweep, const std::string& key) {
    const std::vector<std::string> axes = sweep.keys();
    return std::any_of(axes.begin(), axes.end(),
                       [&](const std::string& axis) { return is_of(key, axis); });
}

bool is_load_or_rate(const std::string& key) { return key == kLoadKey || key == "traffic.rate"; }

/// A dotted name of something that results may have.
bool is_figure(const std::string& name) {
    static const std::set<std::string> kinds = {"blocking",    "capacity",  "collective", "cost",
                                                "cycles",      "hops",      "latency",    "model",
                                                "performance", "throughput"};
    const std::size_t dot = name.find('.');
    return dot != std::string::npos && kinds.count(name.substr(0, dot)) != 0;
}

/// `x`: a key or a figure, or two keys.
void read_x(ConfigSection& root, SweepFile& sweep) {
    const ConfigNode* const given = root.find("x");
    if (given == nullptr) {
        return;
    }
    const bool list = given->kind == ConfigNode::Kind::sequence;
    sweep.x_is_figure = !list && is_figure(given->scalar);
    for (const ConfigNode& each : list ? given->items : std::vector<ConfigNode>{*given}) {
        const bool searched = sweep.search && each.scalar == kLoadKey;
        if (!sweep.x_is_figure && !searched && !is_in_an_axis(sweep, each.scalar)) {
            root.fail("x", shortened(each.text()) + " is neither an axis nor a figure",
                      "keys of axes (" + join_names(sweep.keys()) +
                          "), or a figure, for example throughput.accepted");
        }
        sweep.x.push_back(each.scalar);
    }
    if (list && (sweep.x.size() != 2 || sweep.x[0] == sweep.x[1])) {
        root.fail("x", "not two axes", "KEY or [KEY, KEY]");
    }
}

/// The default name of series: the keys that distinguish them, with their values; `otherwise` if
/// none is left.
std::string default_series_name(const SweepFile& sweep, const std::string& otherwise) {
    std::string name;
    for (const std::string& key : sweep.keys()) {
        if (!sweep.changes_along_curves(key)) {
            name += (name.empty() ? "" : ", ") + key + "={" + key + "}";
        }
    }
    return name.empty() ? otherwise : name;
}

/// What is wrong with the name of series: braces that do not match, or hold what is no key of an
/// axis or in one. "": nothing.
std::string series_name_problem(const std::string& name, const SweepFile& sweep) {
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '}') {
            return "} without {";
        }
        if (name[i] != '{') {
            continue;
        }
        const std::size_t end = name.find('}', i);
        if (end == std::string::npos) {
            return "{ without }";
        }
        const std::string key = name.substr(i + 1, end - i - 1);
        if (!is_in_an_axis(sweep, key)) {
            return "{" + key + "} is no axis";
        }
        i = end;
    }
    return "";
}

/// Refuses what an axis would overwrite.
void check_sets(const SweepFile& sweep, const std::vector<std::string>& sets) {
    for (const std::string& each : sets) {
        const std::string set = each.substr(0, each.find('='));
        for (const std::string& key : sweep.keys()) {
            if (set == key || set.rfind(key + ".", 0) == 0) {
                throw ConfigError({{"--set " + each, 0, 0, true},
                                   "does nothing: " + shortened(key) + " is an axis of the sweep",
                                   "keys that no axis sets"});
            }
        }
    }
}

}  // namespace

std::string flow_text(const ConfigNode& node) {
    switch (node.kind) {
        case ConfigNode::Kind::null:
            return "null";
        case ConfigNode::Kind::scalar: {
            const bool plain = !node.quoted && node.scalar != "-" &&
                               node.scalar.find_first_not_of(
                                   "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789_-+./") == std::string::npos;
            // Plain words with other characters are text: quotes do not change them.
            return plain ? node.scalar : nlohmann::json(node.scalar).dump();
        }
        case ConfigNode::Kind::sequence:
        case ConfigNode::Kind::mapping:
            break;
    }
    const bool mapping = node.kind == ConfigNode::Kind::mapping;
    std::string text(1, mapping ? '{' : '[');
    for (std::size_t i = 0; i < node.items.size(); ++i) {
        text += i == 0 ? "" : ", ";
        text += mapping ? flow_text(node.keys[i]) + ": " : "";
        text += flow_text(node.items[i]);
    }
    return text + (mapping ? '}' : ']');
}

std::vector<std::string> SweepFile::keys() const {
    std::vector<std::string> all;
    for (const SweepAxis& axis : axes) {
        for (const ConfigNode& key : axis.keys) {
            all.push_back(key.scalar);
        }
    }
    return all;
}

bool SweepFile::changes_along_curves(const std::string& key) const {
    if (key == "seed" || (is_load_or_rate(key) && (x.empty() || x_is_figure || search))) {
        return true;
    }
    const auto has = [](const SweepAxis& axis, const auto& wanted) {
        return std::any_of(axis.keys.begin(), axis.keys.end(),
                           [&](const ConfigNode& each) { return wanted(each.scalar); });
    };
    return std::any_of(axes.begin(), axes.end(), [&](const SweepAxis& axis) {
        return has(axis, [&](const std::string& own) { return own == key; }) &&
               std::any_of(x.begin(), x.end(), [&](const std::string& across) {
                   return has(axis, [&](const std::string& own) { return is_of(across, own); });
               });
    });
}

std::string SweepFile::text() const {
    std::string text =
        "# A sweep with its base inside, as flitscope sweep reads it.\nconfig: " + flow_text(base) +
        "\n";
    for (std::size_t i = 0; i < written.keys.size(); ++i) {
        const std::string& key = written.keys[i].scalar;
        if (key != "base" && key != "config" && key != "name" && key != "strict") {
            text += key + ": " + flow_text(written.items[i]) + "\n";
        }
    }
    return text + "name: " + nlohmann::json(name).dump() + "\n";
}

SweepFile sweep_of(ConfigNode tree, const std::string& path, const std::vector<std::string>& sets) {
    SweepFile sweep;
    sweep.written = std::move(tree);
    ConfigSection root(&sweep.written, {}, sweep.written.position());
    for (const char* const key :
         {"base", "config", "run", "axes", "paired", "replicas", "saturation", "name", "x", "skip",
          "liberty", "energy", "strict"}) {
        root.find(key);
    }
    root.finish();
    sweep.base = read_base(root, path);
    for (const std::string& each : sets) {
        apply_override(sweep.base, each);
    }
    settle_overrides(sweep.base);  // axes are laid over it
    sweep.strict = take_strict(root, sweep.base);
    root.choice("skip", sweep.skip_impossible, kSkips);
    root.choice("run", sweep.run, kRuns);
    root.text("liberty", sweep.liberty);
    if (!sweep.liberty.empty() && sweep.run == SweepRun::model) {
        root.fail("liberty", "given for a sweep that evaluates models", "run: simulation");
    }
    root.integer("energy", sweep.gate_cycles, 1, kMostGateCycles);
    if (sweep.gate_cycles > 0 && sweep.liberty.empty()) {
        root.fail("energy", "given without cells", "liberty: osu018, osu035, or a file");
    }
    std::int64_t adaptive = 0;
    sweep.axes = read_axes(root.section("axes"), adaptive);
    if (const ConfigNode* const paired = root.find("paired")) {
        sweep.axes.push_back(read_paired(*paired));
    }
    check_keys(sweep.axes);
    check_sets(sweep, sets);
    check_sections(sweep);
    root.integer("replicas", sweep.replicas, 1, kMostReplicas);
    const std::vector<std::string> keys = sweep.keys();
    if (root.has("replicas") && std::find(keys.begin(), keys.end(), "seed") != keys.end()) {
        root.fail("replicas", "given together with the axis seed",
                  "one of them: replicas are seeds");
    }
    sweep.search = read_search(root, sweep, adaptive);
    read_x(root, sweep);
    if (root.has("name")) {
        root.text("name", sweep.name);
        const std::string problem = series_name_problem(sweep.name, sweep);
        if (!problem.empty()) {
            root.fail("name", problem, "text with keys of axes in braces: " + join_names(keys));
        }
    } else {
        std::string base = as_utf8(std::filesystem::path(path).stem().string());
        root.text("base", base);
        sweep.name = default_series_name(sweep, std::filesystem::path(base).stem().string());
    }
    return sweep;
}

SweepFile parse_sweep(const std::string& path, const std::string& text,
                      const std::vector<std::string>& sets) {
    return sweep_of(parse_yaml(path, text), path, sets);
}

SweepFile read_sweep(const std::string& path, const std::vector<std::string>& sets) {
    return parse_sweep(path == "-" ? "<stdin>" : path, read_config_text(path), sets);
}

}  // namespace flitscope::tb
