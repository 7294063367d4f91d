#include "topologies/registry.h"

#include "topologies/chordal_ring.h"
#include "topologies/complete.h"
#include "topologies/cube_connected_cycles.h"
#include "topologies/hierarchical_cubic.h"
#include "topologies/hierarchical_hypercube.h"
#include "topologies/hypercube.h"
#include "topologies/hypertree.h"
#include "topologies/mesh.h"
#include "topologies/ring.h"
#include "topologies/routing/dimension_order.h"
#include "topologies/routing/ecube.h"
#include "topologies/routing/random_minimal.h"

namespace flitscope::topo {
namespace {

template <typename Entry>
const Entry* find(const std::vector<Entry>& list, std::string Entry::*name,
                  const std::string& wanted) {
    for (const Entry& entry : list) {
        if (entry.*name == wanted) {
            return &entry;
        }
    }
    return nullptr;
}

template <typename Entry>
const Entry& require(const std::vector<Entry>& list, std::string Entry::*name,
                     const std::string& wanted, const std::string& key) {
    const Entry* entry = find(list, name, wanted);
    if (entry == nullptr) {
        std::string known;
        for (const Entry& each : list) {
            known += (known.empty() ? "" : ", ") + each.*name;
        }
        throw OptionError(key, "unknown " + key + " \"" + wanted + "\", must be one of " + known);
    }
    return *entry;
}

}  // namespace

const std::vector<TopologyEntry>& topologies() {
    static const std::vector<TopologyEntry> list = {
        hypercube_entry(),
        mesh_entry(),
        hierarchical_hypercube_entry(),
        hierarchical_cubic_entry(),
        cube_connected_cycles_entry(),
        ring_entry(),
        chordal_ring_entry(),
        hypertree_entry(),
        complete_entry(),
    };
    return list;
}

const std::vector<RoutingEntry>& routings() {
    static const std::vector<RoutingEntry> list = {
        ecube_entry(),
        dimension_order_entry(),
        random_minimal_entry(),
    };
    return list;
}

const TopologyEntry* find_topology(const std::string& kind) {
    return find(topologies(), &TopologyEntry::kind, kind);
}

const RoutingEntry* find_routing(const std::string& algorithm) {
    return find(routings(), &RoutingEntry::algorithm, algorithm);
}

std::unique_ptr<Topology> make_topology(const std::string& kind, const Options& options) {
    return require(topologies(), &TopologyEntry::kind, kind, "kind").make(options);
}

std::unique_ptr<RoutingFunction> make_routing(const std::string& algorithm,
                                              const Topology& topology, const Options& options) {
    return require(routings(), &RoutingEntry::algorithm, algorithm, "algorithm")
        .make(topology, options);
}

}  // namespace flitscope::topo
