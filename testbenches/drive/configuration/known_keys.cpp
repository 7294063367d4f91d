#include "testbenches/drive/configuration/known_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "rtl_models/router/router_parameter_table.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/foreign_names.h"
#include "testbenches/drive/configuration/part_reader.h"
#include "testbenches/drive/configuration/resolved_config.h"

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
        for (const OptionSpec& option : *choice.options) {
            add(paths, section + "." + option.name);
        }
    }
}

std::string last_word(const std::string& path) { return path.substr(path.rfind('.') + 1); }

/// A section that one of its keys characterises, and the values of that key.
struct NamedSection {
    std::string key;
    std::vector<PartChoice> choices;
};

const NamedSection* find_named_section(const std::string& section) {
    static const std::map<std::string, NamedSection> all = {
        {"topology", {"kind", known_topologies()}},
        {"routing", {"algorithm", known_routings()}},
        {"traffic", {"pattern", known_patterns()}}};
    const auto found = all.find(section);
    return found == all.end() ? nullptr : &found->second;
}

}  // namespace

const Paths& known_keys() {
    static const Paths keys = [] {
        Paths paths;
        add_values(resolve(parse_config("defaults", "{level: signal, waves: {}}")), {}, paths);
        for (const rtl::RouterParameter& each : rtl::router_parameters()) {
            add(paths, "router." + each.key);  // also those of other values than the defaults
        }
        add(paths, "router.class_vcs");
        add(paths, "traffic.class_shares");
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
    if (const NamedSection* section = find_named_section(word)) {
        meant.push_back(word + "." + section->key);
    }
    // A single letter is near every key of one letter.
    const bool guess = meant.empty() && word.size() > 1;
    const std::string nearest = guess ? nearest_name(word, words) : std::string();
    return nearest.empty() ? meant : keys_meant_by(nearest);
}

std::string key_in_its_place(const std::string& key, const std::string& value) {
    if (const ForeignName* foreign = find_foreign_name({}, key)) {
        return foreign->ours;
    }
    Paths paths;
    for (const std::string& known : known_keys()) {
        const std::size_t dot = known.find('.');
        if (known == key && dot != std::string::npos && known.rfind('.') == dot) {
            return fmt::format("{}: {{{}: {}}}", key.substr(0, dot), key.substr(dot + 1),
                               shortened(value));
        }
        if (last_word(known) == key) {
            paths.push_back(known);
        }
    }
    return fmt::format("{}", fmt::join(paths, "\" or \""));
}

std::string section_from_word(const std::string& section, const std::string& word) {
    const NamedSection* const named = find_named_section(section);
    if (named == nullptr) {
        return {};
    }
    std::vector<std::string> names;
    for (const PartChoice& choice : named->choices) {
        names.push_back(choice.name);
    }
    const ForeignName* const foreign = find_foreign_name(section + "." + named->key, word);
    const std::string meant = foreign != nullptr ? foreign->ours : nearest_name(word, names);
    return meant.empty() ? meant : fmt::format("{}: {{{}: {}}}", section, named->key, meant);
}

}  // namespace flitscope::tb
