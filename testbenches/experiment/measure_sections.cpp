// How the network is simulated and observed: measure, level, waves.
#include <algorithm>

#include "testbenches/experiment/capabilities.h"
#include "testbenches/experiment/config_sections.h"

namespace flitscope::tb {

namespace {

constexpr std::int64_t kMaxCycles = 1000000000000000;  // exact in a double

void read_boolean(ConfigSection& section, const std::string& key, bool& target) {
    if (const ConfigNode* node = section.find(key)) {
        const Parsed<bool> parsed = parse_boolean(*node);
        if (!parsed.value) {
            section.fail(key, parsed.problem, "true, false");
        }
        target = *parsed.value;
    }
}

/// Router ids without repetition.
void read_routers(ConfigSection& section, const std::string& key, topo::NodeId nodes,
                  std::vector<topo::NodeId>& routers) {
    std::vector<std::int64_t> ids;
    section.integers(key, ids, 0, nodes - 1);
    routers.assign(ids.begin(), ids.end());
    std::sort(ids.begin(), ids.end());
    const auto twice = std::adjacent_find(ids.begin(), ids.end());
    if (twice != ids.end()) {
        section.fail(key, "router " + std::to_string(*twice) + " is listed twice");
    }
}

}  // namespace

void read_measure(ConfigSection section, MeasureConfig& measure) {
    section.integer("warmup_messages", measure.warmup_messages, 0, kMaxCycles);
    section.real("relative_error", measure.relative_error, 1e-6, 1);
    section.real("confidence", measure.confidence, 0.5, 0.9999);
    section.integer("max_cycles", measure.max_cycles, 1, kMaxCycles);
    read_boolean(section, "per_channel", measure.per_channel);
    section.integer("series_every", measure.series_every, 0, kMaxCycles);
    section.finish();
}

void read_level(ConfigSection& root, topo::NodeId nodes, LevelConfig& level) {
    const ConfigNode* node = root.find("level");
    if (node != nullptr && node->kind == ConfigNode::Kind::scalar) {
        root.word("level", level.standard, level_names());
        return;
    }
    ConfigSection section = root.section("level");
    section.word("default", level.standard, level_names());
    for (const std::string& name : level_names()) {
        std::vector<topo::NodeId> routers;
        read_routers(section, name, nodes, routers);
        for (const topo::NodeId router : routers) {
            const auto added = level.exceptions.emplace(router, name);
            if (!added.second) {
                section.fail(name, "router " + std::to_string(router) + " is also listed under " +
                                       added.first->second);
            }
        }
    }
    section.finish();
    for (auto each = level.exceptions.begin(); each != level.exceptions.end();) {
        each = each->second == level.standard ? level.exceptions.erase(each) : std::next(each);
    }
}

void read_waves(ConfigSection section, topo::NodeId nodes, WavesConfig& waves) {
    section.text("file", waves.file);
    const ConfigNode* routers = section.find("routers");
    const bool all =
        routers != nullptr && routers->kind == ConfigNode::Kind::scalar && routers->scalar == "all";
    if (!all) {
        read_routers(section, "routers", nodes, waves.routers);
        if (routers != nullptr && waves.routers.empty()) {
            section.fail("routers", "no router", "all or a list of router ids");
        }
    }
    section.integer("from", waves.from, 0, kMaxCycles);
    section.integer_or("to", "end", std::int64_t{INT64_MAX}, waves.to, 0, kMaxCycles);
    section.finish();
    if (waves.from >= waves.to) {
        section.fail(section.has("to") ? "to" : "from", "an empty window",
                     "from less than to, cycles");
    }
}

}  // namespace flitscope::tb
