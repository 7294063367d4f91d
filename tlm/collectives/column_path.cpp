// Column-path multicast on two-dimensional meshes (Boppana, Chalasani and Raghavendra, 1994, as
// described by later papers): for each column with destinations one message to those above the
// source's row and one to those below, along the source's row first, then along the column.
//
// A destination in the source's row is served by the upper message of its column, if there is one,
// otherwise by the lower one, which is sent for it if there is none (own choice: the papers leave
// it open).
#include <algorithm>

#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/fitting_mesh.h"
#include "topologies/routing/dimension_order.h"

namespace flitscope::tl {

namespace {

/// Destinations in one column, by where they are seen from the source.
struct Column {
    std::vector<rtl::HeaderEntry> above;     ///< ascending in y
    std::vector<rtl::HeaderEntry> below;     ///< descending in y
    std::vector<rtl::HeaderEntry> in_row{};  ///< none or one
};

void send_with(PlanBuilder& plan, const std::vector<rtl::HeaderEntry>& first,
               const std::vector<rtl::HeaderEntry>& then) {
    std::vector<rtl::HeaderEntry> list = first;
    list.insert(list.end(), then.begin(), then.end());
    if (!list.empty()) {
        plan.send(plan.source(), list);
    }
}

}  // namespace

CollectiveEntry column_path_entry() {
    return {
        "column_path", [](const topo::Topology& topology, const auto& /*unicast*/,
                          const PlanRequest& request, PlanBuilder& plan) {
            const topo::Mesh& mesh = fitting_mesh(topology, "column_path", MeshShape::flat);
            const int row = mesh.coordinate(request.source, 1);
            std::vector<topo::NodeId> nodes = request.destinations;
            std::sort(nodes.begin(), nodes.end());  // by y, then x
            std::vector<Column> columns(static_cast<std::size_t>(mesh.size(0)));
            for (const topo::NodeId node : nodes) {
                Column& column = columns[static_cast<std::size_t>(mesh.coordinate(node, 0))];
                const int y = mesh.coordinate(node, 1);
                (y > row ? column.above : y < row ? column.below : column.in_row).push_back({node});
            }
            plan.route_by(std::make_shared<topo::DimensionOrder>(mesh));
            for (Column& column : columns) {
                std::reverse(column.below.begin(), column.below.end());
                const bool upper = !column.above.empty();
                const std::vector<rtl::HeaderEntry> none;
                send_with(plan, upper ? column.in_row : none, column.above);
                send_with(plan, upper ? none : column.in_row, column.below);
            }
        }};
}

}  // namespace flitscope::tl
