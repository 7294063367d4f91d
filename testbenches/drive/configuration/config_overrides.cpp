#include "testbenches/drive/configuration/config_overrides.h"

#include <algorithm>

namespace flitscope::tb {

namespace {

/// Plain values that are short for a section, and the key they stand for there.
struct Shorthand {
    const char* path;
    const char* key;
};
constexpr Shorthand kShorthands[] = {
    {"traffic.length", "mean"}, {"level", "default"}, {"level.verilog", "nodes"}};

/// Sections that replace their default whole (docs/configuration.md): what `--set` of a key inside
/// starts from when the file has none.
struct DefaultSection {
    const char* path;
    const char* yaml;
};
constexpr DefaultSection kDefaultSections[] = {{"topology", "{kind: hypercube}"},
                                               {"traffic.length", "{mean: 5}"}};

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

void insert(ConfigNode& mapping, ConfigNode key, ConfigNode value) {
    mapping.erase(key.scalar);
    mapping.keys.push_back(std::move(key));
    mapping.items.push_back(std::move(value));
}

ConfigNode new_section(const std::string& path, const ConfigNode& origin) {
    for (const DefaultSection& each : kDefaultSections) {
        if (path == each.path) {
            return parse_yaml("default", each.yaml);
        }
    }
    ConfigNode section = key_node(origin, {}, 1);
    section.kind = ConfigNode::Kind::mapping;
    return section;
}

/// Makes `node` a mapping, keeping a value that is short for one.
void make_section(ConfigNode& node, const std::string& path, const ConfigNode& origin) {
    if (node.kind == ConfigNode::Kind::mapping) {
        return;
    }
    ConfigNode section = key_node(origin, {}, 1);
    section.kind = ConfigNode::Kind::mapping;
    if (node.kind != ConfigNode::Kind::null) {
        for (const Shorthand& each : kShorthands) {
            if (path == each.path) {
                ConfigNode key = key_node(node, each.key, node.column);
                key.line = node.line;
                insert(section, std::move(key), node);
            }
        }
    }
    node = std::move(section);
}

/// Another kind of topology is another section: what the file said about the old one goes.
void drop_old_kind(ConfigNode& topology, const ConfigNode& kind) {
    const ConfigNode* old = topology.find("kind");
    if (old != nullptr && old->scalar == kind.scalar) {
        return;
    }
    for (std::size_t i = topology.items.size(); i-- > 0;) {
        if (!topology.items[i].from_override) {
            topology.erase(topology.keys[i].scalar);
        }
    }
}

}  // namespace

void apply_override(ConfigNode& root, const std::string& argument) {
    const std::string source = "--set " + argument;
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos || equals == 0) {
        throw ConfigError({{source, 1, 1, true}, "not an assignment", "key.path=value"});
    }
    const ConfigNode value =
        parse_yaml(source, argument.substr(equals + 1), true, static_cast<int>(equals) + 2);
    apply_override(root, key_node(value, argument.substr(0, equals), 1), value);
}

void apply_override(ConfigNode& root, const ConfigNode& key, const ConfigNode& value) {
    const std::string& whole = key.scalar;
    if (std::count(whole.begin(), whole.end(), '.') >= kMaxConfigDepth) {
        throw ConfigError({key.position(), "nested too deeply",
                           std::to_string(kMaxConfigDepth) + " levels at most"});
    }
    ConfigNode* here = &root;
    std::string path;
    for (std::size_t begin = 0; begin <= whole.size();) {
        const std::size_t end = std::min(whole.find('.', begin), whole.size());
        const std::string name = whole.substr(begin, end - begin);
        if (name.empty()) {
            ConfigPosition place = key.position();
            place.column += static_cast<int>(begin);
            throw ConfigError({place, "not an assignment", "key.path=value"});
        }
        make_section(*here, path, value);
        ConfigNode part = key_node(key, name, key.column + static_cast<int>(begin));
        path += (path.empty() ? "" : ".") + name;
        if (path == "topology.kind") {
            drop_old_kind(*here, value);
        }
        if (end == whole.size()) {
            insert(*here, std::move(part), value);
            return;
        }
        if (here->find(name) == nullptr) {
            insert(*here, std::move(part), new_section(path, value));
        }
        here = here->find(name);
        begin = end + 1;
    }
}

}  // namespace flitscope::tb
