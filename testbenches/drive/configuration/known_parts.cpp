#include "testbenches/drive/configuration/known_parts.h"

#include "testbenches/drive/traffic/registry.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

std::vector<PartChoice> known_topologies() {
    return part_choices(topo::topologies(), &topo::TopologyEntry::kind);
}

std::vector<PartChoice> known_routings() {
    return part_choices(topo::routings(), &topo::RoutingEntry::algorithm);
}

std::vector<PartChoice> known_patterns() { return part_choices(patterns(), &PatternEntry::name); }

std::vector<PartChoice> known_arrivals() { return part_choices(arrivals(), &ArrivalEntry::name); }

std::vector<PartChoice> known_lengths() { return part_choices(lengths(), &LengthEntry::name); }

const std::vector<OptionSpec>& options_of(const std::vector<PartChoice>& choices,
                                          const std::string& name) {
    static const std::vector<OptionSpec> none;
    for (const PartChoice& each : choices) {
        if (each.name == name) {
            return *each.options;
        }
    }
    return none;
}

}  // namespace flitscope::tb
