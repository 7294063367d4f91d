// What the network is: topology, router, link, routing.
#include <algorithm>

#include "testbenches/drive/configuration/config_sections.h"
#include "testbenches/drive/configuration/part_reader.h"
#include "topologies/registry.h"

namespace flitscope::tb {

namespace {

constexpr int kMaxPorts = 1024;
constexpr int kMaxBufferFlits = 1000000;
constexpr int kMaxFlitBytes = 4096;
constexpr int kMaxLinkCycles = 10000;

void read_link_keys(ConfigSection& section, rtl::LinkParameters& link) {
    section.integer("latency", link.latency, 0, kMaxLinkCycles);
    section.integer("cycles_per_flit", link.cycles_per_flit, 1, kMaxLinkCycles);
}

void read_link_class(ConfigSection section, const std::string& name, ExperimentConfig& config) {
    rtl::LinkParameters link = config.link;
    read_link_keys(section, link);
    for (const char* const key : {"width", "virtual_channels"}) {
        if (section.has(key)) {
            section.fail(key, "not in this version: one for all links", "latency, cycles_per_flit");
        }
    }
    section.finish();
    config.link_classes[name] = link;
}

}  // namespace

void read_topology(ConfigSection section, ExperimentConfig& config) {
    config.topology = read_part(section, "kind", known_topologies(), config.topology.name);
    section.finish();
}

void read_router(ConfigSection section, rtl::RouterParameters& router) {
    section.integer("virtual_channels", router.virtual_channels, 1, 64);
    section.integer_or("buffer_flits", "unbounded", rtl::kUnbounded, router.buffer_flits, 1,
                       kMaxBufferFlits);
    section.choice("switching", router.switching);
    read_reserved_router_keys(section);
    section.integer("pipeline", router.pipeline, 1, 4);
    ConfigSection allocators = section.section("allocators");
    allocators.choice("vc", router.vc_allocator);
    allocators.choice("switch", router.switch_allocator);
    allocators.finish();
    section.choice("arbiter", router.arbiter);
    section.choice("vc_reuse", router.vc_reuse);
    section.integer_or("injection_ports", "all", rtl::kAll, router.injection_ports, 1, kMaxPorts);
    section.integer_or("ejection_ports", "all", rtl::kAll, router.ejection_ports, 1, kMaxPorts);
    section.integer_or("injection_vcs", "all", rtl::kAll, router.injection_vcs, 1, 64);
    section.choice("ejection_vcs", router.ejection_vcs);
    section.integer("message_classes", router.message_classes, 1, 2);
    section.integer("flit_bytes", router.flit_bytes, 1, kMaxFlitBytes);
    section.finish();
}

void read_link(ConfigSection section, const std::vector<std::string>& classes,
               ExperimentConfig& config) {
    read_link_keys(section, config.link);
    for (const std::string& name : classes) {
        std::string joined = name;  // the other spelling, not worth listing
        std::replace(joined.begin(), joined.end(), ' ', '_');
        if (joined != name && section.has(name) && section.peek(joined) != nullptr) {
            section.fail(joined, "given twice, also as \"" + name + "\"");
        }
        if (section.has(name)) {
            read_link_class(section.section(name), name, config);
        } else if (section.peek(joined) != nullptr) {
            section.ignore(joined);
            read_link_class({section.peek(joined), section.path_of(joined), {}}, name, config);
        }
    }
    section.finish();
}

void read_routing(ConfigSection section, ConfigUse use, ExperimentConfig& config) {
    const std::vector<PartChoice> choices = known_routings(use);
    const std::string& standard = topo::find_topology(config.topology.name)->default_routing;
    const bool known =
        std::any_of(choices.begin(), choices.end(),
                    [&standard](const PartChoice& each) { return each.name == standard; });
    if (known || section.has("algorithm")) {
        config.routing = read_part(section, "algorithm", choices, standard);
    } else if (use == ConfigUse::simulation) {
        section.fail("algorithm", "not in this version: " + standard + ", the routing of " +
                                      config.topology.name);
    }
    std::string ties = "random";
    section.word("ties", ties, {"random", "lowest"});
    config.ties_random = ties == "random";
    section.finish();
}

}  // namespace flitscope::tb
