#include "testbenches/drive/configuration/config_reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

#include "testbenches/drive/configuration/config_checks.h"
#include "testbenches/drive/configuration/config_json.h"
#include "testbenches/drive/configuration/config_overrides.h"
#include "testbenches/drive/configuration/config_sections.h"
#include "testbenches/drive/configuration/part_reader.h"
#include "testbenches/drive/traffic/registry.h"
#include "testbenches/drive/traffic/repeated_key.h"
#include "topologies/registry.h"

namespace flitscope::tb {

namespace {

constexpr const char* kSections[] = {"topology", "router",   "link",   "routing",    "traffic",
                                     "header",   "deadlock", "faults", "measure",    "level",
                                     "waves",    "seed",     "model",  "check_data", "strict"};

[[noreturn]] void fail_file(const std::string& path, const std::string& problem, int error) {
    throw ConfigError(
        {{path, 0}, problem + ": " + std::strerror(error), "a file, or - for standard input"});
}

/// Stops soon after the maximum size of a configuration; the parser refuses more. It does not use
/// std::cin, which takes a closed standard input for an empty one. Nothing: `errno` says why.
std::optional<std::string> read_descriptor(int file) {
    std::string text;
    std::array<char, 65536> bytes{};
    while (text.size() <= kMaxConfigBytes) {
        const ssize_t count = ::read(file, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) {
            return std::nullopt;
        }
        if (count == 0) {
            break;
        }
        text.append(bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
    }
    return text;
}

std::unique_ptr<topo::Topology> build_topology(ConfigSection& root, const PartConfig& part) {
    try {
        return topo::make_topology(part.name, part.options);
    } catch (const OptionError& error) {
        combined([&] { fail_option(root.section("topology"), "kind", error); });
        throw;  // not reached
    }
}

/// Refuses unknown sections before their contents cause other errors.
void check_section_names(const ConfigNode& tree) {
    ConfigSection root(&tree, {}, tree.position());
    for (const char* const name : kSections) {
        root.find(name);
    }
    root.finish();
}

/// The first value in a section that `--set` or an axis gave; nullptr: none.
const ConfigNode* changed_value(const ConfigNode& section) {
    const auto changed = std::find_if(section.items.begin(), section.items.end(),
                                      [](const ConfigNode& each) { return each.from_override; });
    return section.kind == ConfigNode::Kind::mapping && changed != section.items.end() ? &*changed
                                                                                       : nullptr;
}

ExperimentConfig read_tree(const ConfigNode& tree, ConfigUse use) {
    ExperimentConfig config;
    ConfigSection root(&tree, {}, tree.position());
    const ConfigNode* topology_node = root.find("topology");
    if (topology_node != nullptr && topology_node->kind != ConfigNode::Kind::null) {
        read_topology(root.section("topology"), config);
    }
    const auto topology = build_topology(root, config.topology);
    read_router(root.section("router"), config);
    read_link(root.section("link"), topology->link_classes(),
              topology_node != nullptr && changed_value(*topology_node) != nullptr, config);
    read_routing(root.section("routing"), *topology, use, config);
    read_traffic(root.section("traffic"), use, config.traffic);
    read_header(root.section("header"), config.addresses_per_flit);
    read_faults(root, *topology, config.faults);
    read_deadlock(root, config.deadlock);
    read_measure(root.section("measure"), config.measure);
    config.measure.to_the_end = config.traffic.arrivals.name == kTraceArrivals;
    read_level(root, topology->routers(), config.level, config.units);
    const ConfigNode* waves = root.find("waves");
    if (waves != nullptr && waves->kind != ConfigNode::Kind::null) {
        config.waves = WavesConfig{};
        read_waves(root.section("waves"), topology->routers(), *config.waves);
    }
    root.unsigned_integer("seed", config.seed);
    root.truth("check_data", config.router.check_data);
    check_model(root);
    combined([&] { check_combinations(root, *topology, use, config); });
    bool strict = false;
    root.truth("strict", strict);
    config.without_effect = root.unused();
    if (strict) {
        refuse_unused(config.without_effect);
    } else if (!config.without_effect.empty()) {
        config.warnings.insert(config.warnings.begin(), unused_warning(config.without_effect));
    }
    return config;
}

/// In messages.
std::string name_of_source(const std::string& source) { return source == "-" ? "<stdin>" : source; }

/// In a result.json, every key must occur once outside the configuration as well: two
/// configurations would be ambiguous.
ConfigNode tree_in(const std::string& name, const std::string& text) {
    const std::optional<std::string> in_result = config_in_result(text);
    ConfigNode tree = parse_yaml(name, in_result.value_or(text));
    if (in_result) {
        if (const auto repeated = repeated_key(text)) {
            throw ConfigError({{name, repeated->line}, "given twice", {}, repeated->path});
        }
    }
    forget_replace(tree);
    return tree;
}

}  // namespace

ExperimentConfig config_of(ConfigNode tree, ConfigUse use) {
    check_section_names(tree);  // also that there are sections at all
    ExperimentConfig config = read_tree(tree, use);
    config.written = std::make_shared<ConfigNode>(std::move(tree));
    return config;
}

ExperimentConfig parse_config(const std::string& name, const std::string& text,
                              const std::vector<std::string>& overrides, ConfigUse use) {
    ConfigNode tree = tree_in(name, text);
    check_section_names(tree);  // before overrides: they would make sections of anything
    for (const std::string& each : overrides) {
        apply_override(tree, each);
    }
    return config_of(std::move(tree), use);
}

ExperimentConfig read_config(const std::string& source, const std::vector<std::string>& overrides,
                             ConfigUse use) {
    return parse_config(name_of_source(source), read_config_text(source), overrides, use);
}

std::string read_config_text(const std::string& source) {
    const bool from_file = source != "-";
    const int file = from_file ? ::open(source.c_str(), O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
    if (file < 0) {
        fail_file(source, "cannot be opened", errno);
    }
    const std::optional<std::string> text = read_descriptor(file);
    const int error = errno;
    if (from_file) {
        ::close(file);
    }
    if (!text) {
        fail_file(name_of_source(source), "cannot be read", error);
    }
    return *text;
}

ConfigNode read_config_tree(const std::string& source) {
    return tree_in(name_of_source(source), read_config_text(source));
}

ConfigError option_error(const ExperimentConfig& config, const OptionError& error,
                         const std::string& section) {
    const bool dotted = error.key().find('.') != std::string::npos;
    std::string path = section;
    if (dotted || section.empty()) {
        path = error.key();
    } else if (!error.key().empty()) {
        path += "." + error.key();
    }
    const ConfigNode* node = config.written.get();
    ConfigProblem problem{node->position(), error.what(), {}, path};
    for (std::size_t begin = 0; begin < path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        node = node->find(path.substr(begin, end - begin));
        if (node == nullptr) {
            return ConfigError(problem);
        }
        problem.position = node->position();
        begin = end + 1;
    }
    if (const ConfigNode* const changed = changed_value(*node)) {
        problem.position = changed->position();
    }
    problem.value = node->text();
    return ConfigError(problem);
}

}  // namespace flitscope::tb
