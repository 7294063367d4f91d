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
    const auto fail = [&](std::size_t column) {
        throw ConfigError({{source, 1, static_cast<int>(column) + 1, true},
                           "not an assignment",
                           "key.path=value"});
    };
    if (equals == std::string::npos || equals == 0) {
        fail(0);
    }
    if (std::count(argument.begin(), argument.begin() + static_cast<std::ptrdiff_t>(equals), '.') >=
        kMaxConfigDepth) {
        throw ConfigError({{source, 1, 1, true},
                           "nested too deeply",
                           std::to_string(kMaxConfigDepth) + " levels at most"});
    }
    const ConfigNode value =
        parse_yaml(source, argument.substr(equals + 1), true, static_cast<int>(equals) + 2);
    ConfigNode* here = &root;
    std::string path;
    for (std::size_t begin = 0; begin <= equals;) {
        const std::size_t end = std::min(argument.find('.', begin), equals);
        const std::string name = argument.substr(begin, end - begin);
        if (name.empty()) {
            fail(begin);
        }
        make_section(*here, path, value);
        ConfigNode key = key_node(value, name, static_cast<int>(begin) + 1);
        path += (path.empty() ? "" : ".") + name;
        if (path == "topology.kind") {
            drop_old_kind(*here, value);
        }
        if (end == equals) {
            insert(*here, std::move(key), value);
            return;
        }
        if (here->find(name) == nullptr) {
            insert(*here, std::move(key), new_section(path, value));
        }
        here = here->find(name);
        begin = end + 1;
    }
}

}  // namespace flitscope::tb
