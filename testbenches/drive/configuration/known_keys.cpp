#include "testbenches/drive/configuration/known_keys.h"

#include <algorithm>

#include "rtl_models/router/router_parameter_table.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/foreign_names.h"

namespace flitscope::tb {

namespace {

using Paths = std::vector<std::string>;

void add(Paths& paths, const std::string& path) {
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) {
        paths.push_back(path);
    }
}

void add_values(const nlohmann::ordered_json& json, const std::string& path, Paths& paths) {
    if (!json.is_object()) {
        add(paths, path);
        return;
    }
    for (const auto& [key, value] : json.items()) {
        add_values(value, path.empty() ? key : path + "." + key, paths);
    }
}

void add_options(const std::vector<PartChoice>& choices, const std::string& section, Paths& paths) {
    for (const PartChoice& choice : choices) {
        for (const topo::OptionSpec& option : *choice.options) {
            add(paths, section + "." + option.name);
        }
    }
}

std::string last_word(const std::string& path) { return path.substr(path.rfind('.') + 1); }

}  // namespace

const Paths& known_keys() {
    static const Paths keys = [] {
        Paths paths;
        add_values(parse_config("defaults", "{level: signal, waves: {}}").resolved, {}, paths);
        for (const rtl::RouterParameter& each : rtl::router_parameters()) {
            add(paths, "router." + each.key());  // also those of other values than the defaults
        }
        add(paths, "traffic.load");
        add(paths, "link.width");
        add_options(known_topologies(), "topology", paths);
        add_options(known_routings(), "routing", paths);
        add_options(known_patterns(), "traffic", paths);
        add_options(known_arrivals(), "traffic", paths);
        add_options(known_lengths(), "traffic.length", paths);
        return paths;
    }();
    return keys;
}

Paths keys_meant_by(std::string word) {
    std::replace(word.begin(), word.end(), '-', '_');
    Paths meant;
    Paths words;
    for (const std::string& key : known_keys()) {
        words.push_back(last_word(key));
        if (word == key || word == words.back()) {
            meant.push_back(key);
        }
    }
    if (const ForeignName* foreign = find_foreign_name({}, word); foreign && meant.empty()) {
        meant.emplace_back(foreign->ours);
    }
    // Any letter is near every key of one letter.
    const bool guess = meant.empty() && word.size() > 1;
    const std::string nearest = guess ? nearest_name(word, words) : std::string();
    return nearest.empty() ? meant : keys_meant_by(nearest);
}

}  // namespace flitscope::tb
