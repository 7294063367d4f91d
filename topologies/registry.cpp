#include "topologies/registry.h"

#include "common/named_entries.h"
#include "topologies/chordal_ring.h"
#include "topologies/complete.h"
#include "topologies/concentrated_mesh.h"
#include "topologies/cube_connected_cycles.h"
#include "topologies/custom.h"
#include "topologies/dragonfly.h"
#include "topologies/fat_tree.h"
#include "topologies/flattened_butterfly.h"
#include "topologies/hierarchical.h"
#include "topologies/hierarchical_cubic.h"
#include "topologies/hierarchical_hypercube.h"
#include "topologies/hypercube.h"
#include "topologies/hypertree.h"
#include "topologies/mesh.h"
#include "topologies/ring.h"
#include "topologies/slim_fly.h"
#include "topologies/torus.h"

namespace flitscope::topo {
const std::vector<TopologyEntry>& topologies() {
    static const std::vector<TopologyEntry> list = {
        hypercube_entry(),
        mesh_entry(),
        torus_entry(),
        concentrated_mesh_entry(),
        flattened_butterfly_entry(),
        hierarchical_topology_entry(),
        hierarchical_hypercube_entry(),
        hierarchical_cubic_entry(),
        cube_connected_cycles_entry(),
        ring_entry(),
        chordal_ring_entry(),
        hypertree_entry(),
        complete_entry(),
        fat_tree_entry(),
        tree_entry(),
        dragonfly_entry(),
        slim_fly_entry(),
        custom_entry(),
    };
    return list;
}

const TopologyEntry& find_topology(const std::string& kind) {
    return find_entry(topologies(), &TopologyEntry::kind, kind, "kind");
}

std::unique_ptr<Topology> make_topology(const std::string& kind, const Options& options) {
    return find_topology(kind).make(options);
}

}  // namespace flitscope::topo
