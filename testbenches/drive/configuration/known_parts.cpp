#include "testbenches/drive/configuration/known_parts.h"

#include "testbenches/drive/traffic/registry.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

using topo::OptionSpec;

struct ModelPart {
    std::string name;
    std::vector<OptionSpec> options;
};

/// Patterns that the analytical models know (docs/models.md) and no simulation.
const std::vector<ModelPart>& model_patterns() {
    static const std::vector<ModelPart> parts = {
        {"spherical", {}},
        {"hop_distribution",
         {topo::real_numbers("p", 0, 1, "probability of 1, 2, ... hops").required()}},
        {"cluster_local",
         {topo::real_number("alpha", 0, 1, "share of messages inside the cluster").required(),
          topo::whole_number("cluster_dimensions", 1, 30,
                             "dimensions of a cluster, on a plain hypercube")}}};
    return parts;
}

void add_model_parts(std::vector<PartChoice>& choices, const std::vector<ModelPart>& parts) {
    for (const ModelPart& part : parts) {
        choices.push_back({part.name, &part.options});
    }
}

}  // namespace

std::vector<PartChoice> known_topologies() {
    return part_choices(topo::topologies(), &topo::TopologyEntry::kind);
}

std::vector<PartChoice> known_routings() {
    return part_choices(topo::routings(), &topo::RoutingEntry::algorithm);
}

std::vector<PartChoice> known_patterns(ConfigUse use) {
    auto choices = part_choices(patterns(), &PatternEntry::name);
    if (use == ConfigUse::model) {
        add_model_parts(choices, model_patterns());
    }
    return choices;
}

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
