#include "topologies/concentrated_mesh.h"

#include "topologies/concentration.h"

namespace flitscope::topo {

ConcentratedMesh::ConcentratedMesh(const std::vector<std::int64_t>& size,
                                   std::int64_t concentration)
    : Mesh("concentrated_mesh", size) {
    const int each =
        checked_concentration("concentrated_mesh", concentration, routers(), kMaxNodes);
    if (each > 1) {
        place_nodes(NodePlacement(each, routers()));
    }
}

std::optional<DistanceSummary> ConcentratedMesh::distance_summary() const {
    return between_nodes(*this, *Mesh::distance_summary());
}

TopologyEntry concentrated_mesh_entry() {
    return {"concentrated_mesh",
            {whole_numbers("size", 1, Mesh::kMaxNodes, "routers per dimension, [Nx, Ny, ...]")
                 .required(),
             concentration_option()},
            [](const Options& options) {
                return std::make_unique<ConcentratedMesh>(options.integers("size"),
                                                          options.integer("concentration"));
            },
            "dimension_order"};
}

}  // namespace flitscope::topo
