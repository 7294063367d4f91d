#include "topologies/fat_tree.h"

#include <algorithm>
#include <cmath>

#include "common/at.h"

namespace flitscope::topo {

FatTree::FatTree(Shape shape, std::int64_t radix, std::int64_t levels)
    : shape_(shape),
      radix_(static_cast<PortId>(radix)),
      up_ports_(shape == Shape::tree ? 1 : radix_) {
    const bool sane = radix >= 2 && levels >= 1;
    if (!sane || std::pow(radix, levels) > kMaxNodes) {
        throw OptionError(radix < 2 ? "radix" : "levels",
                          kind() + ": radix = " + std::to_string(radix) +
                              " and levels = " + std::to_string(levels) +
                              ", must be at least 2 and 1, with at most 2^20 nodes, radix^levels");
    }
    auto lowest = static_cast<RouterId>(std::pow(radix, levels - 1));
    place_nodes(NodePlacement(radix_, lowest));
    Tier tier{0, 1, 1};
    for (int level = 0; level < levels; ++level) {
        tier.first = routers_;
        tiers_.push_back(tier);
        routers_ += lowest / tier.width * tier.copies;
        tier.copies *= up_ports_;
        tier.width *= radix_;
    }
}

int FatTree::level(RouterId router) const {
    int level = levels() - 1;
    while (router < tiers_[at(level)].first) {
        --level;
    }
    return level;
}

RouterId FatTree::subtree(RouterId router, int level) const {
    const Tier& tier = tiers_[at(this->level(router))];
    return (router - tier.first) / tier.copies / (tiers_[at(level)].width / tier.width);
}

PortId FatTree::ports(RouterId router) const {
    return first_up_port(router) + (level(router) + 1 < levels() ? up_ports_ : 0);
}

PortPeer FatTree::peer(RouterId router, PortId port) const {
    const int here = level(router);
    const Tier& tier = tiers_[at(here)];
    const RouterId copy = this->copy(router);
    const RouterId tree = subtree(router, here);
    const PortId up = port - first_up_port(router);
    if (up >= 0) {
        const Tier& above = tiers_[at(here + 1)];
        return {above.first + copy + up * tier.copies + tree / radix_ * above.copies,
                tree % radix_};
    }
    const Tier& below = tiers_[at(here - 1)];
    const RouterId there =
        below.first + copy % below.copies + (tree * radix_ + port) * below.copies;
    return {there, first_up_port(there) + copy / below.copies};
}

std::vector<std::string> FatTree::link_classes() const {
    std::vector<std::string> names;
    for (int level = 1; level < levels(); ++level) {
        names.push_back("level " + std::to_string(level));
    }
    return names;
}

int FatTree::link_class(RouterId router, PortId port) const {
    return level(router) - (port < first_up_port(router) ? 1 : 0);
}

std::string FatTree::router_name(RouterId router) const {
    const int here = level(router);
    return "(" + std::to_string(here) + "," + std::to_string(router - tiers_[at(here)].first) + ")";
}

int FatTree::distance(RouterId from, RouterId to) const {
    const int a = level(from);
    const int b = level(to);
    // The way crosses all levels where the routers' numbers differ.
    int low = std::min(a, b);
    int high = std::max(a, b);
    while ((copy(from) - copy(to)) % tiers_[at(low)].copies != 0) {
        --low;
    }
    while (subtree(from, high) != subtree(to, high)) {
        ++high;
    }
    return high - low + std::min(a - low + high - b, high - a + b - low);
}

std::optional<DistanceSummary> FatTree::distance_summary() const {
    double sum = 0;
    double nearer = radix_;  // nodes below the common ancestor's subtree
    for (int level = 1; level < levels(); ++level, nearer *= radix_) {
        sum += 2.0 * level * nearer * (radix_ - 1);
    }
    return DistanceSummary{2 * (levels() - 1), sum / (nodes() - 1)};
}

std::vector<RouterOrbit> FatTree::orbits() const {
    std::vector<RouterOrbit> all;
    for (const Tier& tier : tiers_) {
        all.push_back({tier.first, tiers_.back().width / tier.width * tier.copies});
    }
    return all;
}

std::int64_t FatTree::bisection() const {
    return radix_ % 2 == 0 && levels() > 1 ? tiers_.back().copies * (radix_ / 2) : -1;
}

namespace {

TopologyEntry entry_of(FatTree::Shape shape, const std::string& kind) {
    return {kind,
            {whole_number("radix", 2, FatTree::kMaxNodes,
                          "subtrees of a router, and nodes at each lowest router")
                 .required(),
             whole_number("levels", 1, 20, "levels of routers; radix^levels nodes").required()},
            [shape](const Options& options) {
                return std::make_unique<FatTree>(shape, options.integer("radix"),
                                                 options.integer("levels"));
            },
            "nearest_common_ancestor"};
}

}  // namespace

TopologyEntry fat_tree_entry() { return entry_of(FatTree::Shape::fat_tree, "fat_tree"); }
TopologyEntry tree_entry() { return entry_of(FatTree::Shape::tree, "tree"); }

}  // namespace flitscope::topo
