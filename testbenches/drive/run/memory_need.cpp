#include "testbenches/drive/run/memory_need.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

#include "rtl_models/router/crossbar_inputs.h"
#include "rtl_models/router/flit.h"
#include "rtl_models/signal/bundles/bundles.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "topologies/registry.h"

namespace flitscope::tb {

namespace {

constexpr double kProgram = 15e6;  ///< without a network

/// The bytes that one router takes, part by part.
struct Cost {
    double router;
    double port;
    double vc;
    double flit;
    double stage;    ///< of the wires behind its outputs, in cycles of latency
    double monitor;  ///< per port, where all units are watched
};

/// Measured: peak memory of short runs on meshes and cubes with 1..64 VCs, buffers of 1..100 000
/// flits and 1..64 local ports; memory_need_test holds them against new measurements.
Cost cost_of(const std::string& level) {
    constexpr double kFlit = sizeof(rtl::Flit);
    if (level == "fast") {
        return {300, 12, 90, 0, 0, 0};  // keeps ranges of messages, not flits
    }
    constexpr double kStage = kFlit + sizeof(rtl::Credit);
    const Cost signal = {4000, 29000, 350, kFlit, kStage, 20000};
    // A verilated model in addition to its module.
    return level == "signal" ? signal : Cost{20000, 3300, 300, 2 * kFlit, kStage, 0};
}

/// The same of routers with queued outputs, by their ports, the node's included. The messages in
/// the queues are not known in advance.
double bytes_of_queued_router(double ports, const std::string& level) {
    return level == "fast" ? 140 + 94 * (ports + 1) : 17000 * (ports + 1);
}

/// Of the nodes at both ends and in the middle the one with the most ports: enough for graphs that
/// are regular but for their borders.
double network_ports(const topo::Topology& topology) {
    const topo::NodeId last = topology.routers() - 1;
    return std::max(
        {topology.ports(0), topology.ports(last / 2), topology.ports(last), topo::PortId{1}});
}

/// A typical router, which stands for all routers of a network.
struct Shape {
    double ports = 1;
    double nodes = 1;
    double stages = 0;  ///< cycles of latency of the links behind its outputs, summed
};

double stages_of(const ExperimentConfig& config, const topo::Topology& topology,
                 topo::NodeId node) {
    const std::vector<std::string> classes = topology.link_classes();
    double stages = 0;
    for (topo::PortId port = 0; port < topology.ports(node); ++port) {
        if (topology.peer(node, port).connected()) {
            const auto index = static_cast<std::size_t>(topology.link_class(node, port));
            stages += config.link_of(classes.at(index)).latency;
        }
    }
    return stages;
}

Shape shape_of(const ExperimentConfig& config, const topo::Topology& topology) {
    Shape shape{network_ports(topology), 1.0 * topology.nodes() / topology.routers(), 0};
    // Only some nodes of a cluster have slow links: the mean of nodes at odd distances.
    constexpr topo::NodeId kLooks = 4096;
    const topo::NodeId step = topology.routers() / kLooks / 2 * 2 + 1;
    int looks = 0;
    for (topo::NodeId node = 0; node < topology.routers(); node += step, ++looks) {
        shape.stages += stages_of(config, topology, node);
    }
    shape.stages /= looks;
    return shape;
}

double bytes_of_router(const ExperimentConfig& config, const Shape& shape,
                       const std::string& level) {
    const double ports = shape.ports;
    const rtl::RouterParameters& router = config.router;
    if (router.queued_outputs()) {
        return bytes_of_queued_router(ports, level);
    }
    const auto local = [ports](int wanted) { return wanted == rtl::kAll ? ports : wanted; };
    const double inputs = ports + shape.nodes * local(router.injection_ports);
    const double vcs = inputs * router.virtual_channels;
    const double buffered = router.buffer_flits == rtl::kUnbounded ? 0 : router.buffer_flits;
    const Cost cost = cost_of(level);
    const double outputs = ports + shape.nodes * local(router.ejection_ports);
    const double port = cost.port + (config.units.check ? cost.monitor : 0);
    return cost.router + port * (inputs + outputs) + cost.vc * vcs + cost.flit * vcs * buffered +
           cost.stage * shape.stages;
}

double number_in(const std::string& path, double otherwise) {
    double number = 0;
    return std::ifstream(path) >> number ? number : otherwise;
}

/// The value behind a name, in the lines of /proc/meminfo and memory.stat.
double value_of(const std::string& path, const std::string& name, double otherwise) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string key;
        double value = 0;
        if (words >> key >> value && key == name) {
            return value;
        }
    }
    return otherwise;
}

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

/// What is left of the limit of one control group. Cached files count as free.
double left_in_group(const std::string& folder, const char* limit, const char* used) {
    const double most = number_in(folder + "/" + limit, kNoLimit);
    const double cached = value_of(folder + "/memory.stat", "inactive_file", 0);
    return most == kNoLimit ? kNoLimit : most - number_in(folder + "/" + used, 0) + cached;
}

/// The least of what is left in the group of this process and in all above it, for cgroup v1 and
/// v2.
double left_in_groups(const std::string& root) {
    double left = kNoLimit;
    std::ifstream groups(root + "/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        const std::size_t first = line.find(':');
        const std::size_t second = line.find(':', first + 1);
        if (second == std::string::npos) {
            continue;
        }
        const std::string kind = line.substr(first + 1, second - first - 1);
        const bool unified = kind.empty();
        if (!unified && kind != "memory") {
            continue;
        }
        const std::string mount = root + "/sys/fs/cgroup" + (unified ? "" : "/memory");
        for (std::string group = line.substr(second + 1);; group.erase(group.rfind('/'))) {
            left = std::min(left, unified
                                      ? left_in_group(mount + group, "memory.max", "memory.current")
                                      : left_in_group(mount + group, "memory.limit_in_bytes",
                                                      "memory.usage_in_bytes"));
            if (group.empty() || group.find('/') == std::string::npos) {
                break;
            }
        }
    }
    return left;
}

/// Throws for a router at level signal that would have more crossbar inputs than the level takes.
void check_input_ports(const ExperimentConfig& config, const LevelConfig& level,
                       const topo::Topology& topology) {
    if (config.router.queued_outputs() || !level.uses("signal")) {
        return;
    }
    const rtl::CrossbarInputs crossbar(config.router);
    for (topo::NodeId node = 0; node < topology.routers(); ++node) {
        const int ports = topology.ports(node);
        const int inputs = crossbar.count(rtl::port_layout(config.router, topology, node).inputs());
        if (level.of(node) == "signal" && inputs > rtl::kMaxInputs) {
            const bool speedup = inputs <= rtl::kMaxInputs * crossbar.speedup;
            const bool many_links = !speedup && ports >= rtl::kMaxInputs;
            throw option_error(
                config,
                OptionError(many_links ? ""
                            : speedup  ? "input_speedup"
                                       : "injection_ports",
                            fmt::format("router {} would have {} {}, level signal takes at most {}",
                                        node, inputs, crossbar.name(), rtl::kMaxInputs)),
                many_links ? "topology" : "router");
        }
    }
}

/// Names the key that saves most: the buffers if they take most of the memory.
OptionError problem(const ExperimentConfig& config, const std::string& text, std::string& section) {
    ExperimentConfig shallow = config;
    shallow.router.buffer_flits = 1;
    const bool buffers =
        needed_memory(shallow, config.level) < 0.5 * needed_memory(config, config.level);
    section = buffers ? "router" : "topology";
    return {buffers ? "buffer_flits" : "", text};
}

}  // namespace

double needed_memory(const ExperimentConfig& config, const LevelConfig& level) {
    constexpr double kChannelOfResult = 1000;  // as a document and as text
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    const Shape shape = shape_of(config, *topology);
    const double routers = topology->routers();
    double bytes = kProgram + (routers - static_cast<double>(level.exceptions.size())) *
                                  bytes_of_router(config, shape, level.standard);
    for (const auto& each : level.exceptions) {
        bytes += bytes_of_router(config, shape, each.second);
    }
    if (config.measure.per_channel) {
        bytes += kChannelOfResult * routers * (shape.ports + 2 * shape.nodes);
    }
    return bytes;
}

double needed_graph_memory(const ExperimentConfig& config, bool listed) {
    // Measured: peak memory of `topology`; memory_need_test holds them against the program.
    constexpr double kSearchedRouter = 16, kSearchedPort = 4, kListedChannel = 600;
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    const double routers = topology->routers();
    const double channels = routers * network_ports(*topology);
    const double search =
        topology->distance_summary() ? 0 : kSearchedRouter * routers + kSearchedPort * channels;
    return kProgram + search + (listed ? kListedChannel * channels : 0);
}

double available_memory(const std::string& root) {
    constexpr double kKilobyte = 1024;
    double left = kKilobyte * value_of(root + "/proc/meminfo", "MemAvailable:", kNoLimit);
    left = std::min(left, left_in_groups(root));
    rlimit space{};
    if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) {
        left = std::min(left, static_cast<double>(space.rlim_cur));
    }
    return left;
}

std::string memory_text(double bytes) { return fmt::format("{:.3g} GB", bytes / 1e9); }

void check_graph_memory(const ExperimentConfig& config, bool listed) {
    const double needed = needed_graph_memory(config, listed);
    const double available = available_memory();
    if (needed > available) {
        const std::string what = listed ? "a list of its channels" : "its distances";
        throw option_error(config,
                           {"", fmt::format("{} needs about {} of memory, and {} are available",
                                            what, memory_text(needed), memory_text(available))},
                           "topology");
    }
}

void check_memory(const ExperimentConfig& config, const std::vector<LevelConfig>& levels) {
    double needed = 0;
    std::string names;
    for (const LevelConfig& level : levels) {
        needed += needed_memory(config, level);
        names += (names.empty() ? "" : " and ") + (level.uniform() ? level.standard : "mixed");
    }
    const double available = available_memory();
    if (needed > available) {
        std::string section;
        const auto error = problem(config,
                                   fmt::format("needs about {} of memory at level {}, and {} are "
                                               "available",
                                               memory_text(needed), names, memory_text(available)),
                                   section);
        throw option_error(config, error, section);
    }
    constexpr double kMostVcs = 2147483648.0;  // what the engine can number
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    const double vcs = (topology->routers() * network_ports(*topology) + topology->nodes()) *
                       config.router.virtual_channels;
    if (vcs > kMostVcs) {
        throw option_error(
            config, OptionError("", fmt::format("{:.0f} input VCs, must be at most 2^31", vcs)),
            "topology");
    }
    for (const LevelConfig& level : levels) {
        check_input_ports(config, level, *topology);
    }
}

}  // namespace flitscope::tb
