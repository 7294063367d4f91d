#include <fmt/ostream.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/counted.h"
#include "testbenches/program/graph_commands/graph_commands.h"
#include "topologies/node_name.h"
#include "topologies/registry.h"
#include "topologies/routing/next_router.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

constexpr std::size_t kMostPaths = 1000;

using Path = std::vector<topo::RouterId>;

/// All paths between two routers, depth first in port order.
class PathSearch {
public:
    PathSearch(const topo::Topology& topology, const topo::RoutingFunction& routing)
        : topology_(topology), routing_(routing) {}

    std::vector<Path> between(topo::RouterId from, topo::RouterId to) {
        for (const std::uint16_t salt : routing_.dependence().salts) {
            topo::RouteQuery query;
            query.here = query.source = from;
            query.destination = to;
            query.salt = salt;
            follow(query);
        }
        return paths_;
    }

private:
    void follow(const topo::RouteQuery& query) {
        path_.push_back(query.here);
        if (query.here == query.destination) {
            keep_path();
        } else if (query.hop > 2 * topology_.routers()) {
            throw std::logic_error(routing_.algorithm() + " runs round in circles");
        } else {
            std::vector<topo::RouteCandidate> candidates;
            routing_.candidates(query, candidates);
            for (const topo::RouteCandidate& candidate : candidates) {
                topo::RouteQuery next = query;
                topo::go_through(topology_, candidate, next);
                follow(next);
            }
        }
        path_.pop_back();
    }

    void keep_path() {
        if (std::find(paths_.begin(), paths_.end(), path_) != paths_.end()) {
            return;  // another salt took it too
        }
        if (paths_.size() == kMostPaths) {
            throw OptionError(
                "--to", fmt::format("more than {} paths from {} to {}, must be a pair with fewer",
                                    kMostPaths, path_.front(), path_.back()));
        }
        paths_.push_back(path_);
    }

    const topo::Topology& topology_;
    const topo::RoutingFunction& routing_;
    Path path_;
    std::vector<Path> paths_;
};

std::string id_and_name(topo::NodeId id, const std::string& name) {
    const std::string number = std::to_string(id);
    return name == number ? number : number + " " + name;
}

const char* how_chosen(topo::RouteSelection selection) {
    switch (selection) {
        case topo::RouteSelection::random:
            return "chosen at random";
        case topo::RouteSelection::shortest_queue:
            return "chosen by the shortest queue";
        case topo::RouteSelection::ugal:
            return "the minimal one or a detour by their loads";
        case topo::RouteSelection::only:
            break;
    }
    return "fixed by the message";
}

void print_paths(const topo::Topology& topology, const topo::RoutingFunction& routing,
                 const std::vector<Path>& paths, std::ostream& out) {
    if (paths.size() > 1) {
        fmt::print(out, "{} paths, {}\n", paths.size(), how_chosen(routing.selection()));
    }
    for (const Path& path : paths) {
        std::string line;
        for (const topo::RouterId router : path) {
            line +=
                (line.empty() ? "" : " -> ") + id_and_name(router, topology.router_name(router));
        }
        fmt::print(out, "{}  ({})\n", line, counted(path.size() - 1, "hop"));
    }
}

}  // namespace

int route_command(const ExperimentConfig& config, const RouteCommandOptions& options,
                  std::ostream& out) {
    const auto topology = topo::make_topology(config.topology.name, config.topology.options);
    const auto routing = topo::make_routing(config.routing.name, *topology, config.routing.options);
    const topo::NodeId from = topo::parse_node(*topology, options.from, "--from");
    const topo::NodeId to = topo::parse_node(*topology, options.to, "--to");
    const std::vector<Path> paths =
        PathSearch(*topology, *routing)
            .between(topology->place(from).router, topology->place(to).router);
    if (options.json) {
        out << nlohmann::ordered_json{{"paths", paths}}.dump() << '\n';
    } else {
        if (!topology->one_node_per_router()) {
            fmt::print(out, "from node {} to node {}, by routers:\n",
                       id_and_name(from, topology->node_name(from)),
                       id_and_name(to, topology->node_name(to)));
        }
        print_paths(*topology, *routing, paths, out);
    }
    return 0;
}

}  // namespace flitscope::tb
