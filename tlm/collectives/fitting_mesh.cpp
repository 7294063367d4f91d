#include "tlm/collectives/fitting_mesh.h"

#include "common/bits.h"
#include "topologies/fitting_topology.h"

namespace flitscope::tl {

namespace {

const char* name_of(MeshShape shape) {
    switch (shape) {
        case MeshShape::labelled:
            return "a mesh of two or three dimensions";
        case MeshShape::flat:
            return "a mesh of two dimensions";
        case MeshShape::flat_no_row:
            return "a mesh of two dimensions of at least two nodes each";
        case MeshShape::power_of_two:
            break;
    }
    return "a mesh of N x N nodes, N = 2, 4, 8, ...";
}

bool fits(const topo::Mesh& mesh, MeshShape shape) {
    const int dimensions = mesh.dimensions();
    if (shape == MeshShape::labelled) {
        return dimensions == 2 || dimensions == 3;
    }
    if (dimensions != 2) {
        return false;
    }
    const int columns = mesh.size(0);
    const int rows = mesh.size(1);
    return shape == MeshShape::flat ||
           (columns >= 2 && rows >= 2 &&
            (shape == MeshShape::flat_no_row || (columns == rows && is_power_of_two(columns))));
}

std::string described(const topo::Topology& topology) {
    std::string text = topology.kind();
    const auto* mesh = dynamic_cast<const topo::Mesh*>(&topology);
    for (int d = 0; mesh != nullptr && d < mesh->dimensions(); ++d) {
        text += (d == 0 ? " of " : " x ") + std::to_string(mesh->size(d));
    }
    return text;
}

}  // namespace

const topo::Mesh& fitting_mesh(const topo::Topology& topology, const std::string& algorithm,
                               MeshShape shape, const std::string& for_three) {
    const auto* mesh = dynamic_cast<const topo::Mesh*>(&topology);
    if (mesh == nullptr || !mesh->one_node_per_router() || !fits(*mesh, shape)) {
        const bool other = mesh != nullptr && mesh->dimensions() == 3 && !for_three.empty();
        throw OptionError("algorithm",
                          algorithm + " does not fit a " + described(topology) + ", it needs " +
                              name_of(shape) +
                              (other ? "; in three dimensions take " + for_three : ""));
    }
    return *mesh;
}

}  // namespace flitscope::tl
