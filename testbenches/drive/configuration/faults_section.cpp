// docs/recovery_and_faults.md: `faults:`, a list of what fails and when, and `deadlock:`.
#include <fmt/format.h>

#include <algorithm>

#include "testbenches/drive/configuration/config_sections.h"

namespace flitscope::tb {

namespace {

constexpr const char* kFaultForms = "a list of {node: id, at: edge} or {link: [id, id], rate: r}";
constexpr double kLeastRate = 1e-15;

/// An edge or a number of cycles, if the key is given.
void read_cycles(ConfigSection& section, const char* key, std::int64_t minimum,
                 std::optional<rtl::Cycle>& target) {
    if (section.has(key)) {
        rtl::Cycle cycles = 0;
        section.integer(key, cycles, minimum, kMaxCycles);
        target = cycles;
    }
}

/// Requires exactly one of two keys.
void require_one(ConfigSection& section, const char* one, const char* other,
                 const std::string& accepted) {
    if (section.has(one) && section.has(other)) {
        section.fail(other, fmt::format("given together with {}", one),
                     fmt::format("one of {}, {}", one, other));
    }
    if (!section.has(other)) {
        section.require(one, accepted);
    }
}

/// Those that fit into a message.
std::string neighbours_of(const topo::Topology& topology, topo::NodeId node) {
    constexpr topo::PortId kShown = 32;
    std::string list;
    for (topo::PortId port = 0; port < std::min(topology.ports(node), kShown); ++port) {
        const topo::PortPeer peer = topology.peer(node, port);
        if (peer.connected()) {
            list += fmt::format("{}{}", list.empty() ? "" : ", ", peer.node);
        }
    }
    return list + (topology.ports(node) > kShown ? ", ..." : "");
}

void read_element(ConfigSection& section, const topo::Topology& topology,
                  topo::FaultElement& element) {
    require_one(section, "node", "link", "a node, or link: [id, id]");
    section.integer("node", element.node, 0, topology.routers() - 1);
    if (!section.has("link")) {
        return;
    }
    std::vector<std::int64_t> ends;
    section.integers("link", ends, 0, topology.routers() - 1);
    if (ends.size() != 2) {
        section.fail("link", "not two nodes", "[id, id]");
    }
    element.node = static_cast<topo::NodeId>(ends[0]);
    element.other = static_cast<topo::NodeId>(ends[1]);
    if (topo::ports_to(topology, element.node, element.other).empty()) {
        section.fail(
            "link", fmt::format("no link leads from node {} to node {}", ends[0], ends[1]),
            fmt::format("[{}, one of {}]", ends[0], neighbours_of(topology, element.node)));
    }
}

void read_times(ConfigSection& section, FaultConfig& fault) {
    require_one(section, "at", "rate", "the edge of the failure, or rate: failures per cycle");
    read_cycles(section, "at", 0, fault.at);
    section.real("rate", fault.rate, kLeastRate, 1);
    read_cycles(section, "duration", 1, fault.duration);
    read_cycles(section, "until", 1, fault.until);
    if (fault.at && fault.until && *fault.until <= *fault.at) {
        section.fail("until", fmt::format("not after at = {}", *fault.at),
                     fmt::format("a whole number >= {}", *fault.at + 1));
    }
}

void read_spare(ConfigSection& section, const topo::Topology& topology, FaultConfig& fault) {
    read_cycles(section, "spare_delay", 1, fault.spare_delay);
    if (!fault.spare_delay) {
        return;
    }
    const std::string accepted =
        "with an interface node of scheme standby_spare or replicated_standby";
    if (!fault.element.is_node()) {
        section.fail("spare_delay", "links have no standby spare", accepted);
    }
    if (fault.duration) {
        section.fail("spare_delay", "given together with duration", "one of duration, spare_delay");
    }
    if (!topology.has_spare(fault.element.node)) {
        section.without_effect("spare_delay",
                               fmt::format("node {} has no standby spare", fault.element.node),
                               accepted);
        fault.spare_delay.reset();
    }
}

}  // namespace

void read_faults(ConfigSection& root, const topo::Topology& topology,
                 std::vector<FaultConfig>& faults) {
    root.sections("faults", kFaultForms, [&](ConfigSection& section) {
        FaultConfig fault;
        combined([&] { read_element(section, topology, fault.element); });
        read_times(section, fault);
        section.choice("mode", fault.abrupt, kFaultModes);
        read_spare(section, topology, fault);
        section.finish();
        faults.push_back(fault);
    });
}

void read_deadlock(ConfigSection& root, DeadlockAction& deadlock) {
    if (const ConfigNode* node = root.find("deadlock")) {
        if (node->scalar == "recover_progressive") {
            root.fail("deadlock", "not in this version: progressive recovery from deadlock",
                      join_names(names_of(kDeadlockActions)));
        }
    }
    root.choice("deadlock", deadlock, kDeadlockActions);
}

}  // namespace flitscope::tb
