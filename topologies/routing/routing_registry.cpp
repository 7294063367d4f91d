#include "topologies/routing/routing_registry.h"

#include <algorithm>

#include "common/named_entries.h"

namespace flitscope::topo {

#define FLITSCOPE_LISTED(name, file, levels) RoutingEntry name##_entry();
#include "topologies/routing/routings.def"
#undef FLITSCOPE_LISTED

namespace {

enum class Levels { fast_signal, by_table, all_levels };

RoutingEntry at(Levels levels, RoutingEntry entry) {
    entry.computed_in_verilog = levels == Levels::all_levels;
    entry.in_verilog = levels != Levels::fast_signal;
    return entry;
}

}  // namespace

const std::vector<RoutingEntry>& routings() {
#define FLITSCOPE_LISTED(name, file, levels) at(Levels::levels, name##_entry()),
    static const std::vector<RoutingEntry> list = {
#include "topologies/routing/routings.def"
    };
#undef FLITSCOPE_LISTED
    return list;
}

const RoutingEntry* find_routing(const std::string& algorithm) {
    const std::vector<RoutingEntry>& list = routings();
    const auto entry = std::find_if(list.begin(), list.end(), [&](const RoutingEntry& each) {
        return each.algorithm == algorithm;
    });
    return entry == list.end() ? nullptr : &*entry;
}

bool computed_in_verilog(const RoutingFunction& routing) {
    const RoutingEntry* const listed = find_routing(routing.algorithm());
    return listed != nullptr && listed->computed_in_verilog && routing.in_verilog();
}

std::unique_ptr<RoutingFunction> make_routing(const std::string& algorithm,
                                              const Topology& topology, const Options& options) {
    return find_entry(routings(), &RoutingEntry::algorithm, algorithm, "algorithm")
        .make(topology, options);
}

}  // namespace flitscope::topo
