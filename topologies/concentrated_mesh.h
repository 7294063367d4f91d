#pragma once

#include "topologies/mesh.h"

namespace flitscope::topo {

/// Mesh with `concentration` nodes at every router (Balfour and Dally 2006). Routers, ports and
/// link classes are those of the mesh.
class ConcentratedMesh : public Mesh {
public:
    /// Throws OptionError ("size", "concentration") for a mesh that Mesh refuses, and as
    /// checked_concentration does.
    ConcentratedMesh(const std::vector<std::int64_t>& size, std::int64_t concentration);

    std::string kind() const override { return "concentrated_mesh"; }
    std::optional<DistanceSummary> distance_summary() const override;
};

TopologyEntry concentrated_mesh_entry();

}  // namespace flitscope::topo
