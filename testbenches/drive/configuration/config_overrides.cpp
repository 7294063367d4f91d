#include "testbenches/drive/configuration/config_overrides.h"

#include <algorithm>

#include "topologies/link_class_name.h"

namespace flitscope::tb {

namespace {

constexpr const char* kReplace = "replace";

/// Sections that a plain value may abbreviate, and the key that the value then stands for.
struct Shorthand {
    const char* path;
    const char* key;
};
constexpr Shorthand kShorthands[] = {
    {"traffic.length", "mean"}, {"level", "default"}, {"level.verilog", "nodes"}};

/// Sections that replace their default as a whole (docs/configuration.md), and what an override
/// starts from where the file has no such section.
struct DefaultSection {
    const char* path;
    const char* yaml;
};
constexpr DefaultSection kDefaultSections[] = {{"topology", "{kind: hypercube}"},
                                               {"traffic.length", "{mean: 5}"}};

/// Two keys of a section with the same meaning.
struct Alternatives {
    const char* section;
    const char* one;
    const char* other;
};
constexpr Alternatives kAlternatives[] = {{"traffic", "rate", "load"},
                                          {"link", "width", "cycles_per_flit"}};

ConfigNode key_node(const ConfigNode& like, const std::string& name, int column) {
    ConfigNode key = like;
    key.kind = ConfigNode::Kind::scalar;
    key.scalar = name;
    key.keys.clear();
    key.items.clear();
    key.line = 1;
    key.column = column;
    return key;
}

ConfigNode empty_section(const ConfigNode& origin) {
    ConfigNode section = key_node(origin, {}, 1);
    section.kind = ConfigNode::Kind::mapping;
    return section;
}

void insert(ConfigNode& mapping, ConfigNode key, ConfigNode value) {
    mapping.erase(key.scalar);
    mapping.keys.push_back(std::move(key));
    mapping.items.push_back(std::move(value));
}

ConfigNode new_section(const std::string& path, const ConfigNode& origin) {
    for (const DefaultSection& each : kDefaultSections) {
        if (path == each.path) {
            ConfigNode section = empty_section(origin);  // with its place
            ConfigNode standard = parse_yaml("default", each.yaml);
            section.keys = std::move(standard.keys);
            section.items = std::move(standard.items);
            for (ConfigNode& item : section.items) {
                item.implied = true;
            }
            return section;
        }
    }
    return empty_section(origin);
}

/// Makes `node` a mapping; keeps a value that abbreviates one.
void make_section(ConfigNode& node, const std::string& path, const ConfigNode& origin) {
    if (node.kind == ConfigNode::Kind::mapping) {
        return;
    }
    ConfigNode section = empty_section(origin);
    if (node.kind != ConfigNode::Kind::null) {
        for (const Shorthand& each : kShorthands) {
            if (path == each.path) {
                ConfigNode key = key_node(node, each.key, node.column);
                key.line = node.line;
                node.implied = true;
                insert(section, std::move(key), node);
            }
        }
    }
    node = std::move(section);
}

bool is_truth(const ConfigNode& node, const char* value) {
    return node.kind == ConfigNode::Kind::scalar && !node.quoted && node.scalar == value;
}

bool replaces(const ConfigNode& section) {
    const ConfigNode* const asked = section.find(kReplace);
    return asked != nullptr && is_truth(*asked, "true");
}

ConfigNode without_replace(ConfigNode node) {
    forget_replace(node);
    return node;
}

/// Of two keys with the same meaning, the one of the lower layer is dropped. Two in one layer stay
/// and are refused later.
void drop_alternatives(ConfigNode& target, const ConfigNode& over, const std::string& path) {
    const auto drop = [&](const char* given, const char* old) {
        const ConfigNode* const value = over.find(given);
        const ConfigNode* const there = target.find(old);
        if (value != nullptr && over.find(old) == nullptr && there != nullptr &&
            !(value->from_override && there->from_override)) {
            target.erase(old);
        }
    };
    for (const Alternatives& each : kAlternatives) {
        const std::string section = each.section;
        if (path == section || path.rfind(section + ".", 0) == 0) {  // a link class
            drop(each.one, each.other);
            drop(each.other, each.one);
        }
    }
}

/// The key as it is spelled in `section`: a link class may have blanks or `_`.
std::string spelling(const ConfigNode& section, const std::string& path, const std::string& key) {
    if ((path == "link" || path.rfind("link.", 0) == 0) && section.find(key) == nullptr) {
        for (const ConfigNode& other : section.keys) {
            if (topo::same_link_class(other.scalar, key)) {
                return other.scalar;
            }
        }
    }
    return key;
}

void merge_section(ConfigNode& target, const ConfigNode& over, const std::string& path) {
    make_section(target, path, over);
    drop_alternatives(target, over, path);
    for (std::size_t i = 0; i < over.keys.size(); ++i) {
        const ConfigNode& value = over.items[i];
        ConfigNode key = over.keys[i];
        key.scalar = spelling(target, path, key.scalar);
        if (key.scalar == kReplace && is_truth(value, "false")) {
            continue;
        }
        if (value.kind != ConfigNode::Kind::mapping || replaces(value)) {
            insert(target, std::move(key), without_replace(value));
            continue;
        }
        const std::string name = key.scalar;
        const std::string inner = path.empty() ? name : path + "." + name;
        if (target.find(name) == nullptr) {
            insert(target, std::move(key), new_section(inner, value));
        }
        merge_section(*target.find(name), value, inner);
    }
}

/// `path` as keys, each with its place in the argument.
std::vector<ConfigNode> keys_of(const ConfigNode& path) {
    const std::string& whole = path.scalar;
    if (std::count(whole.begin(), whole.end(), '.') >= kMaxConfigDepth) {
        throw ConfigError({path.position(), "nested too deeply",
                           std::to_string(kMaxConfigDepth) + " levels at most"});
    }
    std::vector<ConfigNode> keys;
    for (std::size_t begin = 0; begin <= whole.size();) {
        const std::size_t end = std::min(whole.find('.', begin), whole.size());
        keys.push_back(key_node(path, whole.substr(begin, end - begin),
                                path.column + static_cast<int>(begin)));
        if (keys.back().scalar.empty()) {
            ConfigPosition place = path.position();
            place.column += static_cast<int>(begin);
            throw ConfigError({place, "not an assignment", "key.path=value"});
        }
        begin = end + 1;
    }
    return keys;
}

}  // namespace

void apply_override(ConfigNode& root, const std::string& argument) {
    const std::string source = "--set " + argument;
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos || equals == 0) {
        throw ConfigError({{source, 1, 1, true}, "not an assignment", "key.path=value"});
    }
    const bool replaced = argument.compare(equals + 1, 1, "!") == 0;
    if (replaced && argument.compare(equals + 2, 1, "{") != 0) {
        throw ConfigError({{source, 1, 1, true},
                           "no section behind `!`, which replaces one whole",
                           "key.path=!{key: value}"});
    }
    const std::size_t begin = equals + (replaced ? 2 : 1);
    ConfigNode value =
        parse_yaml(source, argument.substr(begin), true, static_cast<int>(begin) + 1);
    if (replaced) {
        insert(value, key_node(value, kReplace, value.column),
               key_node(value, "true", value.column));
    }
    apply_override(root, key_node(value, argument.substr(0, equals), 1), value);
}

void apply_override(ConfigNode& root, const ConfigNode& key, const ConfigNode& value) {
    const std::vector<ConfigNode> keys = keys_of(key);
    ConfigNode over = value;
    for (auto each = keys.rbegin(); each != keys.rend(); ++each) {
        ConfigNode outer = empty_section(value);
        insert(outer, *each, std::move(over));
        over = std::move(outer);
    }
    merge_section(root, over, {});
}

void merge_config(ConfigNode& root, const ConfigNode& over) {
    if (over.kind == ConfigNode::Kind::mapping) {
        merge_section(root, over, {});
    }
}

void forget_replace(ConfigNode& node) {
    if (node.kind != ConfigNode::Kind::mapping) {
        return;
    }
    const ConfigNode* const asked = node.find(kReplace);
    if (asked != nullptr && (is_truth(*asked, "true") || is_truth(*asked, "false"))) {
        node.erase(kReplace);
    }
    for (ConfigNode& item : node.items) {
        forget_replace(item);
    }
}

void settle_overrides(ConfigNode& node) {
    if (node.from_override) {
        node.from_override = false;
        node.line = 0;
    }
    for (std::vector<ConfigNode>* const inner : {&node.keys, &node.items}) {
        for (ConfigNode& each : *inner) {
            settle_overrides(each);
        }
    }
}

}  // namespace flitscope::tb
