#include "topologies/concentrated_mesh.h"

#include "topologies/concentration.h"
#include "topologies/express_mesh.h"

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
             concentration_option(),
             one_of("express", {"false", "true"}, "express channels along the borders")
                 .or_else("false")},
            [](const Options& options) -> std::unique_ptr<Topology> {
                const std::vector<std::int64_t>& size = options.integers("size");
                const std::int64_t concentration = options.integer("concentration");
                if (options.text("express", "false") == "true") {
                    return std::make_unique<ExpressMesh>(size, concentration);
                }
                return std::make_unique<ConcentratedMesh>(size, concentration);
            },
            "dimension_order"};
}

}  // namespace flitscope::topo
