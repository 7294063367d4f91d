#include "testbenches/program/import_booksim_command/booksim_networks.h"

#include <algorithm>
#include <set>

namespace flitscope::tb {

namespace {

const std::vector<BooksimNetwork>& booksim_networks() {
    static const std::vector<BooksimNetwork> kNetworks = {
        {"mesh", "mesh", ""},
        {"torus", "torus", ""},
        {"cmesh", "", "a mesh with several nodes at a router"},
        {"fly", "", "a butterfly, whose switches have no nodes but at its two ends"},
        {"fattree", "", "a fat tree, whose inner switches have no nodes"},
        {"qtree", "", "a tree of degree 4, whose inner switches have no nodes"},
        {"tree4", "", "a fat tree of degree 4, whose inner switches have no nodes"},
        {"flatfly", "", "a flattened butterfly with several nodes at a router"},
        {"dragonflynew", "", "a dragonfly with several nodes at a router"},
        {"anynet", "", "a network from a file of BookSim2's form; ours are topology.kind: custom"},
    };
    return kNetworks;
}

}  // namespace

const BooksimNetwork* find_booksim_network(const std::string& name) {
    const auto& all = booksim_networks();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.name == name; });
    return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> booksim_networks_here() {
    std::vector<std::string> names;
    for (const BooksimNetwork& each : booksim_networks()) {
        if (!each.ours.empty()) {
            names.push_back(each.name);
        }
    }
    return names;
}

const std::map<std::string, std::string>& booksim_routings() {
    static const std::map<std::string, std::string> kRoutings = {
        {"dor", "dimension_order"},
        {"dim_order", "dimension_order"},
        {"dim_order_bal", "dimension_order"},
        {"valiant", "valiant"},
        {"min_adapt", "duato"}};
    return kRoutings;
}

std::vector<std::string> differences_of_min_adapt(const std::string& allocator) {
    std::vector<std::string> lines = {
        "min_adapt: of the free outputs the one with the fewest flits in its VCs is taken; "
        "BookSim2's is its VC allocator's choice",
        "min_adapt: a message leaves the escape VC at the next router; BookSim2's stays in it to "
        "the end of its way, so that it is the busiest VC",
        "min_adapt: vc_reuse is buffer_empty, which the escape needs, whatever "
        "wait_for_tail_credit says; under light load that is a little faster than tail_sent"};
    static const std::set<std::string> kWithoutPriorities = {"islip", "pim", "loa", "max_size"};
    if (kWithoutPriorities.count(allocator) != 0) {
        lines.push_back(
            "min_adapt: vc_allocator = " + allocator +
            " of BookSim2 is blind to priorities and gives the escape VC as readily as others, "
            "also in an empty network. With wait_for_tail_credit = 1 each message in it waits "
            "until the one before has left the next buffer: latencies here are far below "
            "(docs/coming_from_booksim.md)");
    }
    return lines;
}

}  // namespace flitscope::tb
