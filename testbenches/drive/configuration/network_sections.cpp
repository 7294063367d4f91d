// What the network is: topology, router and its units, link, routing.
#include <algorithm>
#include <charconv>
#include <map>
#include <numeric>

#include "rtl_models/router/router_parameter_table.h"
#include "rtl_models/router/unit_names.h"
#include "testbenches/drive/configuration/config_sections.h"
#include "testbenches/drive/configuration/part_reader.h"
#include "topologies/link_class_name.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

constexpr int kMaxLinkCycles = 10000;
constexpr int kMaxLinkBytes = 65536;

void read_link_keys(ConfigSection& section, int flit_bytes, rtl::LinkParameters& link) {
    section.integer("latency", link.latency, 0, kMaxLinkCycles);
    section.integer("cycles_per_flit", link.cycles_per_flit, 1, kMaxLinkCycles);
    if (section.has("width")) {
        if (section.has("cycles_per_flit")) {
            section.fail("width", "given together with cycles_per_flit, which means the same",
                         "one of them");
        }
        int width = flit_bytes;
        section.integer("width", width, 1, kMaxLinkBytes);
        link.cycles_per_flit = (flit_bytes + width - 1) / width;
    }
}

/// Keys of the section `link`. A network from a file may have link classes of the same names.
bool is_link_key(const std::string& name) {
    return name == "latency" || name == "cycles_per_flit" || name == "width" ||
           name == "virtual_channels";
}

/// `link`: what the section leaves as it is.
rtl::LinkParameters read_link_class(ConfigSection& section, rtl::LinkParameters link,
                                    const ExperimentConfig& config) {
    read_link_keys(section, config.router.flit_bytes, link);
    const rtl::RouterParameter& vcs = rtl::router_parameter("virtual_channels");
    section.integer(vcs.key, link.virtual_channels, vcs.minimum, vcs.maximum);
    if (config.router.queued_outputs()) {
        section.without_effect(vcs.key, "router.organisation = output_queued",
                               "latency, cycles_per_flit, width");
        link.virtual_channels = 0;
    }
    return link;
}

/// The router has as many VCs as the largest class; a class without its own number has the
/// router's.
void resolve_link_vcs(const std::vector<std::string>& classes, ExperimentConfig& config) {
    const auto& given = config.link_classes;
    if (std::all_of(given.begin(), given.end(),
                    [](const auto& each) { return each.second.virtual_channels == 0; })) {
        return;
    }
    int most = 0;
    for (const std::string& name : classes) {
        rtl::LinkParameters& link =
            config.link_classes.try_emplace(name, config.link).first->second;
        link.virtual_channels = rtl::vcs_of_link(config.router, link);
        most = std::max(most, link.virtual_channels);
    }
    config.router.virtual_channels = most;
}

void read_parameter(ConfigSection& section, const std::string& key,
                    const rtl::RouterParameter& parameter, ExperimentConfig& config) {
    const ConfigNode* const node = section.find(key);
    if (parameter.takes_plugin && node != nullptr && node->kind == ConfigNode::Kind::mapping) {
        config.decisions[parameter.key] = read_plugin(section.section(key));
        return;
    }
    rtl::RouterParameters& router = config.router;
    int value = parameter.get(router);
    if (!parameter.names.empty()) {
        std::string name = parameter.text(value);
        section.word(key, name, parameter.names, parameter.takes_plugin ? kPluginForm : "");
        value = parameter.value_of(name);
    } else if (!parameter.word.empty()) {
        section.integer_or(key, parameter.word, parameter.word_value, value, parameter.minimum,
                           parameter.maximum);
    } else {
        section.integer(key, value, parameter.minimum, parameter.maximum);
    }
    parameter.set(router, value);
}

/// That a routing is for other networks explains more than an error in its options.
void refuse_misfit(const ConfigSection& section, const topo::Topology& topology) {
    const ConfigNode* const name = section.peek("algorithm");
    const topo::RoutingEntry* const entry =
        name == nullptr ? nullptr : topo::find_routing(name->scalar);
    try {
        if (entry != nullptr) {
            entry->make(topology, {});
        }
    } catch (const OptionError& error) {
        if (error.key() == "algorithm") {
            section.fail("algorithm", error.what());
        }
    }
}

void read_routing_keys(ConfigSection section, ExperimentConfig& config) {
    config.routing = read_part(section, "algorithm", known_routings(),
                               topo::find_topology(config.topology.name).default_routing);
    std::string ties = "random";
    const topo::RoutingEntry* const listed = topo::find_routing(config.routing.name);
    if (section.peek("ties") != nullptr || (listed != nullptr && listed->by_load)) {
        section.word("ties", ties, {"random", "lowest"});
    }
    config.ties_random = ties == "random";
    section.finish();
}

/// The setting that makes a parameter ineffective.
std::string selection(const rtl::RouterParameter& parameter, const ExperimentConfig& config) {
    const auto plugin = config.decisions.find(parameter.selector);
    return "router." + parameter.selector + " = " +
           (plugin == config.decisions.end()
                ? rtl::router_parameter(parameter.selector).text(config.router)
                : "plug-in " + plugin->second.plugin);
}

const std::string kUnitForms =
    std::string("systemc (ours), verilog (ours, verilated), ") + kPluginForm;

/// A unit that is not mentioned is ours.
void read_unit(ConfigSection& section, const std::string& unit, UnitChoices& units) {
    const ConfigNode* const node = section.find(unit);
    if (node == nullptr) {
        return;
    }
    units.erase(unit);
    if (node->kind == ConfigNode::Kind::scalar) {
        if (node->scalar != "systemc" && node->scalar != "verilog") {
            section.fail(unit, "unknown kind of unit: " + node->scalar, kUnitForms);
        }
        units[unit].verilog = node->scalar == "verilog";
        return;
    }
    if (node->kind != ConfigNode::Kind::mapping) {
        section.fail(unit, "neither a word nor a plug-in", kUnitForms);
    }
    units[unit] = {read_plugin(section.section(unit)), false};
}

/// `class_vcs`: the VCs of each message class.
void read_class_vcs(ConfigSection& section, rtl::RouterParameters& router) {
    std::vector<std::int64_t> vcs;
    section.integers("class_vcs", vcs, 1, rtl::router_parameter("virtual_channels").maximum);
    if (vcs.empty()) {
        return;
    }
    if (router.queued_outputs()) {
        section.without_effect("class_vcs", "router.organisation = output_queued");
        return;
    }
    if (static_cast<int>(vcs.size()) != router.message_classes ||
        std::accumulate(vcs.begin(), vcs.end(), std::int64_t{0}) != router.virtual_channels) {
        section.fail(
            "class_vcs", "not the VCs of each message class",
            std::to_string(router.message_classes) + " numbers (router.message_classes), " +
                std::to_string(router.virtual_channels) + " in all (router.virtual_channels)");
    }
    if (router.injection_vcs != rtl::kAll) {
        section.fail("injection_vcs", "with router.class_vcs, injection buffers have all VCs",
                     "all");
    }
    router.class_vcs.assign(vcs.begin(), vcs.end());
}

}  // namespace

void read_topology(ConfigSection section, ExperimentConfig& config) {
    config.topology = read_part(section, "kind", known_topologies(), config.topology.name);
    section.finish();
}

void read_router(ConfigSection section, ExperimentConfig& config) {
    std::map<std::string, ConfigSection> inner;
    for (const rtl::RouterParameter& each : rtl::router_parameters()) {
        const std::size_t dot = each.key.find('.');
        if (dot == std::string::npos) {
            read_parameter(section, each.key, each, config);
            continue;
        }
        const std::string outer = each.key.substr(0, dot);
        const auto found = inner.try_emplace(outer, section.section(outer)).first;
        read_parameter(found->second, each.key.substr(dot + 1), each, config);
    }
    for (const rtl::RouterParameter& each : rtl::router_parameters()) {
        const std::size_t dot = each.key.find('.');
        const std::string key = each.key.substr(dot + 1);  // dot + 1 is 0 where there is none
        ConfigSection& in = dot == std::string::npos ? section : inner.at(each.key.substr(0, dot));
        if (!each.matters(config.router)) {
            in.without_effect(key, selection(each, config),
                              each.accepted() + " with router." + each.selector + " " +
                                  join_names(each.selected_by));
            each.set(config.router, each.standard());
            config.decisions.erase(each.key);
        }
    }
    read_class_vcs(section, config.router);
    read_units(section.section("units"), config.units.everywhere);
    section.truth("check_units", config.units.check);
    section.truth("clock_gates", config.clock_gates);
    for (const auto& each : inner) {
        each.second.finish();
    }
    section.finish();
}

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
    for (const ConfigNode& key : section.keys()) {
        const std::string& router = key.scalar;
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

/// Notes link classes of the network in the file if `--set` or an axis replaced that network.
void note_other_classes(ConfigSection& section, const std::vector<std::string>& classes) {
    for (const ConfigNode& key : section.keys()) {
        const bool ours = is_link_key(key.scalar) ||
                          std::any_of(classes.begin(), classes.end(), [&](const auto& name) {
                              return topo::same_link_class(key.scalar, name) ||
                                     name.rfind(key.scalar + ".", 0) == 0;
                          });
        if (!ours && !section.from_override(key.scalar) &&
            section.peek(key.scalar)->kind == ConfigNode::Kind::mapping) {
            section.without_effect(key.scalar, "this network has no such links",
                                   join_names(classes));
            section.ignore(key.scalar);
        }
    }
}

/// Sections of groups and of link classes; `classes`: those whose names begin with `outer`.
///
/// The classes "top.x" and "top.y" are the group `top`: what its section says holds for all of
/// them, unless a section of a class inside it, or `top.x` beside it, says otherwise.
void read_link_classes(ConfigSection& section, const std::string& outer,
                       const std::vector<std::string>& classes, ExperimentConfig& config) {
    std::map<std::string, std::vector<std::string>> groups;
    for (const std::string& whole : classes) {
        const std::size_t dot = whole.find('.', outer.size());
        if (dot != std::string::npos) {
            groups[whole.substr(0, dot + 1)].push_back(whole);
        }
    }
    for (const auto& [group, members] : groups) {
        const std::string key = group.substr(outer.size(), group.size() - outer.size() - 1);
        if (section.has(key)) {
            ConfigSection inner = section.section(key);
            for (const std::string& each : members) {
                config.link_classes[each] = read_link_class(inner, config.link_of(each), config);
            }
            read_link_classes(inner, group, members, config);
            inner.finish();
        }
    }
    for (const std::string& whole : classes) {
        const std::string name = whole.substr(outer.size());
        std::string joined = name;  // the other spelling, not worth listing
        std::replace(joined.begin(), joined.end(), ' ', '_');
        if (is_link_key(joined) && section.peek(joined) != nullptr) {
            section.fail(joined, "both a key of all links and a link class of this network",
                         "another name for the class in the network's file");
        }
        if (joined != name && section.has(name) && section.peek(joined) != nullptr) {
            section.fail(joined, "given twice, also as \"" + name + "\"");
        }
        const std::string& spelled = section.has(name) ? name : joined;
        if (section.peek(spelled) != nullptr) {
            section.ignore(spelled);
            ConfigSection own = section.inside(section.peek(spelled), section.path_of(spelled));
            config.link_classes[whole] = read_link_class(own, config.link_of(whole), config);
            own.finish();
        }
    }
}

void read_link(ConfigSection section, const std::vector<std::string>& classes, bool other_network,
               ExperimentConfig& config) {
    if (other_network) {
        note_other_classes(section, classes);
    }
    read_link_keys(section, config.router.flit_bytes, config.link);
    read_link_classes(section, {}, classes, config);
    resolve_link_vcs(classes, config);
    section.finish();
}

void read_routing(ConfigSection section, const topo::Topology& topology, ConfigUse use,
                  ExperimentConfig& config) {
    try {
        read_routing_keys(section, config);
    } catch (const ConfigError&) {
        if (must_fit(use)) {
            refuse_misfit(section, topology);
        }
        throw;
    }
}

}  // namespace flitscope::tb
