#include "topologies/dragonfly.h"

#include <algorithm>

#include "topologies/concentration.h"

namespace flitscope::topo {

Dragonfly::Dragonfly(std::int64_t routers_per_group, std::int64_t global_links,
                     std::int64_t nodes_per_router)
    : a_(static_cast<int>(routers_per_group)), h_(static_cast<int>(global_links)) {
    require_range("dragonfly", "routers_per_group", routers_per_group, 2, kMaxOfEach);
    require_range("dragonfly", "global_links", global_links, 1, kMaxOfEach);
    require_range("dragonfly", "nodes_per_router", nodes_per_router, 1,
                  std::min<std::int64_t>(kMaxOfEach, kMaxNodes / routers()));
    if (nodes_per_router != 1) {
        place_nodes(NodePlacement(static_cast<int>(nodes_per_router), routers()));
    }
}

PortId Dragonfly::port_to_group(RouterId from, RouterId group) const {
    const int link = (group - this->group(from) + groups()) % groups() - 1;  // of the whole group
    const RouterId exit = from - from % a_ + link / h_;
    return from == exit ? a_ - 1 + link % h_ : port_in_group(from, exit);
}

PortPeer Dragonfly::peer(RouterId router, PortId port) const {
    const int r = router % a_;
    if (port < a_ - 1) {
        const RouterId there = router - r + port + (port < r ? 0 : 1);
        return {there, port_in_group(there, router)};
    }
    const int link = port - (a_ - 1);
    const RouterId there = (group(router) + r * h_ + link + 1) % groups();
    return {there * a_ + a_ - 1 - r, a_ - 1 + h_ - 1 - link};
}

int Dragonfly::distance(RouterId from, RouterId to) const {
    if (group(from) == group(to)) {
        return from == to ? 0 : 1;
    }
    const int offset = (group(to) - group(from) + groups()) % groups();
    const int exit = (offset - 1) / h_;
    const int over_one = (from % a_ == exit ? 0 : 1) + 1 + (to % a_ == a_ - 1 - exit ? 0 : 1);
    const bool over_two = from % a_ == to % a_ && (offset < h_ || offset >= (a_ - 1) * h_ + 2);
    return over_two ? std::min(over_one, 2) : over_one;
}

RouterId Dragonfly::router_at(const std::vector<int>& coordinates) const {
    const bool there = coordinates.size() == 2 && coordinates[0] >= 0 && coordinates[0] < a_ &&
                       coordinates[1] >= 0 && coordinates[1] < groups();
    return there ? coordinates[1] * a_ + coordinates[0] : kNoNode;
}

std::string Dragonfly::router_name(RouterId router) const {
    return "(" + std::to_string(router % a_) + "," + std::to_string(group(router)) + ")";
}

std::optional<DistanceSummary> Dragonfly::distance_summary() const {
    const double a = a_;
    const double h = h_;
    const double over_two_globals = 2 * (h - 1) * (a - 2) / a;  // hops saved by them
    const double from_one = a - 1 + h * a * (3 * a - 2) - over_two_globals;
    return between_nodes(*this, {3, from_one / (routers() - 1)});
}

std::vector<RouterOrbit> Dragonfly::orbits() const {
    std::vector<RouterOrbit> all;
    for (RouterId router = 0; router < a_; ++router) {
        all.push_back({router, groups()});
    }
    return all;
}

TopologyEntry dragonfly_entry() {
    constexpr int kMost = Dragonfly::kMaxOfEach;
    return {"dragonfly",
            {whole_number("routers_per_group", 2, kMost, "routers a of a group").required(),
             whole_number("global_links", 1, kMost,
                          "links h of a router to other groups; a*h + 1 groups")
                 .required(),
             whole_number("nodes_per_router", 1, kMost, "nodes p at a router").required()},
            [](const Options& options) {
                return std::make_unique<Dragonfly>(options.integer("routers_per_group"),
                                                   options.integer("global_links"),
                                                   options.integer("nodes_per_router"));
            },
            "minimal"};
}

}  // namespace flitscope::topo
