// Which units the routers at level signal are made of: router.units, level.units.
#include <algorithm>
#include <charconv>

#include "rtl_models/router/unit_names.h"
#include "testbenches/drive/configuration/config_sections.h"

namespace flitscope::tb {

namespace {

const std::string kAccepted =
    std::string("systemc (ours), verilog (ours, verilated), ") + kPluginForm;

/// Nothing: ours.
void read_unit(ConfigSection& section, const std::string& unit, UnitChoices& units) {
    const ConfigNode* const node = section.find(unit);
    if (node == nullptr) {
        return;
    }
    units.erase(unit);
    if (node->kind == ConfigNode::Kind::scalar) {
        if (node->scalar != "systemc" && node->scalar != "verilog") {
            section.fail(unit, "unknown kind of unit: " + node->scalar, kAccepted);
        }
        units[unit].verilog = node->scalar == "verilog";
        return;
    }
    if (node->kind != ConfigNode::Kind::mapping) {
        section.fail(unit, "neither a word nor a plug-in", kAccepted);
    }
    units[unit] = {read_plugin(section.section(unit)), false};
}

}  // namespace

PluginChoice read_plugin(ConfigSection section) {
    PluginChoice choice;
    section.text("plugin", choice.plugin);
    section.text("path", choice.path);
    section.require("plugin", "the name of a plug-in");
    section.finish();
    if (choice.plugin.empty() || choice.plugin.find('/') != std::string::npos) {
        section.fail("plugin", "not the name of a plug-in", "a file name without .so");
    }
    return choice;
}

void read_units(ConfigSection section, UnitChoices& units) {
    for (const char* const unit : rtl::kUnitNames) {
        read_unit(section, unit, units);
    }
    section.finish();
}

void read_units_by_router(ConfigSection section, topo::NodeId nodes, UnitsConfig& units) {
    const std::vector<std::string> routers = section.keys();
    for (const std::string& router : routers) {
        topo::NodeId id = 0;
        const char* const end = router.data() + router.size();
        const auto [rest, error] = std::from_chars(router.data(), end, id);
        if (error != std::errc() || rest != end || id < 0 || id >= nodes) {
            section.fail(router, "no router", "0.." + std::to_string(nodes - 1));
        }
        read_units(section.section(router), units.at[id]);
    }
    section.finish();
}

UnitChoices UnitsConfig::of(topo::NodeId router) const {
    UnitChoices units = everywhere;
    const auto own = at.find(router);
    if (own != at.end()) {
        for (const auto& [unit, choice] : own->second) {
            units[unit] = choice;
        }
    }
    return units;
}

}  // namespace flitscope::tb
