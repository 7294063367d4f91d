#include <fmt/ostream.h>

#include <nlohmann/json.hpp>

#include "testbenches/program/graph_commands/graph_commands.h"
#include "topologies/channels.h"
#include "topologies/graph_measures.h"
#include "topologies/registry.h"

namespace flitscope::tb {
namespace {

/// visit(from, port, to, name of the link class)
template <typename Visit>
void visit_channels(const topo::Topology& topology, Visit visit) {
    const std::vector<std::string> classes = topology.link_classes();
    topo::for_each_channel(topology, [&](auto from, auto port, const topo::PortPeer& to) {
        visit(from, port, to.node,
              classes[static_cast<std::size_t>(topology.link_class(from, port))]);
    });
}

nlohmann::ordered_json as_json(const topo::GraphMeasures& measures) {
    nlohmann::ordered_json by_class = nlohmann::ordered_json::object();
    for (const auto& [name, links] : measures.links_by_class) {
        by_class[name] = links;
    }
    nlohmann::ordered_json json = {
        {"nodes", measures.nodes},
        {"routers", measures.routers},
        {"links", {{"total", measures.links}, {"by_class", by_class}}},
        {"degree", {{"min", measures.degree_min}, {"max", measures.degree_max}}}};
    for (const char* const figure : {"diameter", "mean_distance", "bisection"}) {
        json[figure] = nullptr;
    }
    if (measures.distances) {
        json["diameter"] = measures.distances->diameter;
        json["mean_distance"] = measures.distances->mean;
    }
    if (measures.bisection >= 0) {
        json["bisection"] = measures.bisection;
    } else if (measures.bisection_bounds) {
        json["bisection_bounds"] = {{"lower", measures.bisection_bounds->lower},
                                    {"upper", measures.bisection_bounds->upper}};
    }
    return json;
}

std::string bisection_text(const topo::GraphMeasures& measures) {
    if (measures.bisection >= 0) {
        return fmt::format("{} links", measures.bisection);
    }
    if (measures.bisection_bounds) {
        return fmt::format("between {} and {} links (bounds; the best split found cuts {})",
                           measures.bisection_bounds->lower, measures.bisection_bounds->upper,
                           measures.bisection_bounds->upper);
    }
    return !measures.distances || measures.routers > topo::kMaxBoundedNodes
               ? "not known, the network is not connected or too large for bounds"
               : "not known, bounds need equally many nodes at all routers";
}

const char* why_no_distances(topo::DistanceOrigin origin) {
    return origin == topo::DistanceOrigin::not_connected ? "none, the network is not connected"
                                                         : "not computed, the network is too large";
}

void print_table(const topo::Topology& topology, const topo::GraphMeasures& measures,
                 std::ostream& out) {
    constexpr auto kRow = "{:<14} {}\n";
    fmt::print(out, kRow, "topology", topology.kind());
    fmt::print(out, kRow, "nodes", measures.nodes);
    if (!topology.one_node_per_router()) {
        fmt::print(out, kRow, "routers", measures.routers);
    }
    fmt::print(out, kRow, "links", measures.links);
    for (const auto& [name, links] : measures.links_by_class) {
        fmt::print(out, kRow, "  " + name, links);
    }
    const bool regular = measures.degree_min == measures.degree_max;
    fmt::print(out, kRow, "degree",
               regular ? std::to_string(measures.degree_min)
                       : fmt::format("{}..{}", measures.degree_min, measures.degree_max));
    if (measures.distances) {
        fmt::print(out, kRow, "diameter", measures.distances->diameter);
        fmt::print(out, kRow, "mean distance", fmt::format("{:.11g}", measures.distances->mean));
    } else {
        fmt::print(out, kRow, "diameter", why_no_distances(measures.origin));
        fmt::print(out, kRow, "mean distance", why_no_distances(measures.origin));
    }
    fmt::print(out, kRow, "bisection", bisection_text(measures));
}

}  // namespace

int topology_command(const ExperimentConfig& config, const TopologyCommandOptions& options,
                     std::ostream& out) {
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    const topo::GraphMeasures measures = topo::measure_graph(*topology);
    if (options.json) {
        nlohmann::ordered_json json = as_json(measures);
        if (options.edges) {
            json["channels"] = nlohmann::ordered_json::array();
            visit_channels(*topology, [&](int from, int port, int to, const std::string& name) {
                json["channels"].push_back(
                    {{"from", from}, {"port", port}, {"to", to}, {"class", name}});
            });
        }
        out << json.dump(2) << '\n';
        return 0;
    }
    print_table(*topology, measures, out);
    if (options.edges) {
        fmt::print(out, "\n{:>8} {:>5} {:>8}  {}\n", "from", "port", "to", "class");
        visit_channels(*topology, [&](int from, int port, int to, const std::string& name) {
            fmt::print(out, "{:>8} {:>5} {:>8}  {}\n", from, port, to, name);
        });
    }
    return 0;
}

}  // namespace flitscope::tb
