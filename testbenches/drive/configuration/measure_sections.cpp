// How the network is simulated and observed: measure, level, waves.
#include <algorithm>
#include <filesystem>

#include "testbenches/drive/configuration/capabilities.h"
#include "testbenches/drive/configuration/config_sections.h"

namespace flitscope::tb {

namespace {

/// Router ids without repetition.
void read_ids(ConfigSection& section, const std::string& key, topo::NodeId nodes,
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

bool is_word(const ConfigNode* node, const char* word) {
    return node != nullptr && node->kind == ConfigNode::Kind::scalar && node->scalar == word;
}

/// Router ids, or `all`, which leaves `routers` empty and returns false.
bool read_routers(ConfigSection& section, const std::string& key, topo::NodeId nodes,
                  std::vector<topo::NodeId>& routers) {
    const ConfigNode* node = section.find(key);
    if (is_word(node, "all")) {
        return false;
    }
    read_ids(section, key, nodes, routers);
    if (node != nullptr && routers.empty()) {
        section.fail(key, "no router", "all or a list of router ids");
    }
    return node != nullptr;
}

/// `parameters: {NAME: value}` of a plug-in; a value may depend on the node.
void read_parameters(ConfigSection& section, VerilogLevel& verilog) {
    ConfigSection parameters = section.section("parameters");
    const ConfigNode* const node = section.peek("parameters");
    if (node == nullptr) {
        return;
    }
    if (verilog.router.empty()) {
        section.fail("parameters", "given without `router`", "parameters together with `router`");
    }
    for (const ConfigNode& key : node->keys) {
        parameters.node_value(key.scalar, verilog.parameters[key.scalar]);
    }
    parameters.finish();
}

/// `verilog: {router, path, nodes, parameters}` in the section `level`. True: it is for all routers
/// that are not listed elsewhere.
bool read_verilog(ConfigSection section, topo::NodeId nodes, VerilogLevel& verilog,
                  std::vector<topo::NodeId>& routers) {
    section.text("router", verilog.router);
    section.text("path", verilog.path);
    read_parameters(section, verilog);
    const bool all = !read_routers(section, "nodes", nodes, routers);
    section.finish();
    if (verilog.router.find('/') != std::string::npos) {
        section.fail("router", "not the name of a plug-in", "a file name without .so");
    }
    return all;
}

/// `verilog: [{router, ...}, {router, ...}]`. True: one entry is for all routers that no entry
/// lists.
bool read_several(ConfigSection& level, const ConfigNode& list, topo::NodeId nodes,
                  std::vector<VerilogLevel>& verilog, std::vector<topo::NodeId>& routers) {
    verilog.clear();
    bool for_all = false;
    for (const ConfigNode& item : list.items) {
        const std::string path =
            level.path_of("verilog") + "[" + std::to_string(verilog.size()) + "]";
        if (item.kind != ConfigNode::Kind::mapping) {
            level.fail("verilog", "routers and plug-ins in one list",
                       "a list of router ids, or of {router, path, nodes, parameters}");
        }
        VerilogLevel each;
        const bool all = read_verilog({&item, path, item.position()}, nodes, each, each.nodes);
        if (all && for_all) {
            level.fail("verilog", "two entries without `nodes`", "`nodes` in all but one of them");
        }
        for_all = for_all || all;
        for (const topo::NodeId router : each.nodes) {
            if (std::find(routers.begin(), routers.end(), router) != routers.end()) {
                level.fail("verilog", "router " + std::to_string(router) + " is listed twice");
            }
            routers.push_back(router);
        }
        verilog.push_back(std::move(each));
    }
    return for_all;
}

/// The routers listed under a level; `all`: routers that are not listed are at this level.
void read_routers_of_level(ConfigSection& section, const std::string& name, topo::NodeId nodes,
                           LevelConfig& level, std::vector<topo::NodeId>& routers) {
    const ConfigNode* node = section.find(name);
    const bool several = node != nullptr && node->kind == ConfigNode::Kind::sequence &&
                         !node->items.empty() &&
                         node->items.front().kind == ConfigNode::Kind::mapping;
    if (name != "verilog" || node == nullptr ||
        (node->kind != ConfigNode::Kind::mapping && !several)) {
        read_ids(section, name, nodes, routers);
    } else if (several
                   ? read_several(section, *node, nodes, level.verilog, routers)
                   : read_verilog(section.section(name), nodes, level.verilog.front(), routers)) {
        level.standard = name;
    }
}

}  // namespace

const VerilogLevel& LevelConfig::verilog_of(topo::NodeId router) const {
    const VerilogLevel* others = &verilog.front();
    for (const VerilogLevel& each : verilog) {
        if (std::find(each.nodes.begin(), each.nodes.end(), router) != each.nodes.end()) {
            return each;
        }
        others = each.nodes.empty() ? &each : others;
    }
    return *others;
}

const VerilogLevel* LevelConfig::own_rtl() const {
    const auto own = std::find_if(verilog.begin(), verilog.end(),
                                  [](const VerilogLevel& each) { return each.router.empty(); });
    return own == verilog.end() ? nullptr : &*own;
}

bool LevelConfig::uses_plugins() const {
    return uses("verilog") &&
           std::any_of(verilog.begin(), verilog.end(),
                       [](const VerilogLevel& each) { return !each.router.empty(); });
}

void read_measure(ConfigSection section, MeasureConfig& measure) {
    section.integer("warmup_messages", measure.warmup_messages, 0, kMaxCycles);
    section.real("relative_error", measure.relative_error, 1e-6, 1);
    section.real("confidence", measure.confidence, 0.5, 0.9999);
    section.integer("max_cycles", measure.max_cycles, 1, kMaxCycles);
    section.truth("per_channel", measure.per_channel);
    section.truth("per_node", measure.per_node);
    section.truth("distribution", measure.distribution);
    section.integer("series_every", measure.series_every, 0, kMaxCycles);
    section.finish();
}

void read_level(ConfigSection& root, topo::NodeId nodes, LevelConfig& level, UnitsConfig& units) {
    const ConfigNode* node = root.find("level");
    if (node != nullptr && node->kind == ConfigNode::Kind::scalar) {
        root.word("level", level.standard, level_names());
        return;
    }
    ConfigSection section = root.section("level");
    section.word("default", level.standard, level_names());
    for (const std::string& name : level_names()) {
        std::vector<topo::NodeId> routers;
        read_routers_of_level(section, name, nodes, level, routers);
        for (const topo::NodeId router : routers) {
            const auto added = level.exceptions.emplace(router, name);
            if (!added.second) {
                section.fail(name, "router " + std::to_string(router) + " is also listed under " +
                                       added.first->second);
            }
        }
    }
    read_units_by_router(section.section("units"), nodes, units);
    section.finish();
    for (auto each = level.exceptions.begin(); each != level.exceptions.end();) {
        each = each->second == level.standard ? level.exceptions.erase(each) : std::next(each);
    }
}

void read_waves(ConfigSection section, topo::NodeId nodes, WavesConfig& waves) {
    section.text("file", waves.file);
    // Wave viewers recognise a dump by its ending.
    const std::string ending = std::filesystem::path(waves.file).extension();
    if (ending != ".vcd" && ending != ".fst") {
        section.fail("file", "neither a .vcd nor a .fst file", "a path that ends in .vcd or .fst");
    }
    read_routers(section, "routers", nodes, waves.routers);
    section.integer("from", waves.from, 0, kMaxCycles);
    section.truth("ports", waves.ports);
    section.truth("rtl", waves.rtl);
    section.integer_or("to", "end", std::int64_t{INT64_MAX}, waves.to, 0, kMaxCycles);
    section.finish();
    if (waves.from >= waves.to) {
        section.fail(section.has("to") ? "to" : "from", "an empty window",
                     "from less than to, cycles");
    }
}

}  // namespace flitscope::tb
