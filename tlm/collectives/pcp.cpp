// Broadcast PCP on two-dimensional meshes of at least 2 x 2 nodes by coded paths (Al-Dubai,
// Ould-Khaoua and Mackenzie: Towards a scalable broadcast in wormhole-switched mesh networks): two
// steps from every source.
//
// In step 1 the source sends two messages that each go to a corner without copying and then along
// one of two opposite sides, copying at every node; in step 2 every node of the two sides sends a
// copying message into its half of the line between them. The paper does not cover odd sizes,
// sources on sides, and how the source's own line avoids the source. Our choices are:
//
// - The sides are columns where the source is a corner, lies on a row of the border, or lies at
//   least as near to a column of it as to a row; else rows. Messages go along the sides first:
//   y before x with columns, x before y with rows.
// - A source on the border sends both messages along its border line and then round its ends; a
//   corner sends one of them straight along its side. Any other source sends one to the nearest
//   corner (lower coordinates where two are alike) and one to the opposite corner.
// - The line of N nodes is split behind its first ceil(N/2) nodes; the source's own at the source.
//
// Simultaneous broadcasts are free of deadlock if each orientation has separate VCs and two
// ejection classes: routing number 0 with columns, 1 with rows (own choice).
#include <algorithm>

#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/fitting_mesh.h"
#include "topologies/routing/dimension_order.h"

namespace flitscope::tl {

namespace {

constexpr auto kPass = rtl::Control::pass;
constexpr auto kCopy = rtl::Control::receive;

/// The mesh seen so that the two sides are at across = 0 and across = last_across, and run along
/// the other dimension.
class SidedMesh {
public:
    SidedMesh(const topo::Mesh& mesh, topo::NodeId source)
        : mesh_(mesh), across_dimension_(sides_are_columns(mesh, source) ? 0 : 1) {
        across = mesh.coordinate(source, across_dimension_);
        along = mesh.coordinate(source, 1 - across_dimension_);
        last_across = mesh.size(across_dimension_) - 1;
        last_along = mesh.size(1 - across_dimension_) - 1;
    }

    rtl::HeaderEntry at(int across_at, int along_at, rtl::Control control) const {
        return {node(across_at, along_at), control};
    }
    topo::NodeId node(int across_at, int along_at) const {
        return across_dimension_ == 0 ? across_at + mesh_.size(0) * along_at
                                      : along_at + mesh_.size(0) * across_at;
    }
    /// 0: the sides are columns, 1: rows.
    int orientation() const { return across_dimension_; }

    // Of the source, and of the far sides.
    int across, along, last_across, last_along;

private:
    static bool sides_are_columns(const topo::Mesh& mesh, topo::NodeId source) {
        const int x = mesh.coordinate(source, 0);
        const int y = mesh.coordinate(source, 1);
        const int to_column = std::min(x, mesh.size(0) - 1 - x);
        const int to_row = std::min(y, mesh.size(1) - 1 - y);
        return to_row == 0 || (to_column != 0 && to_column <= to_row);
    }

    const topo::Mesh& mesh_;
    int across_dimension_;
};

/// Along the sides first.
class SideOrder final : public topo::DimensionOrder {
public:
    SideOrder(const topo::Mesh& mesh, int orientation)
        : DimensionOrder(mesh, {1 - orientation, orientation}), orientation_(orientation) {}

    std::string algorithm() const override { return "pcp"; }
    /// For each orientation one up and one down the coordinates. What waits for one of them came
    /// that way, so that it is held by worms of the same orientation that are ahead, or that turn
    /// at a corner into the other one, which lead back to none.
    int ejection_classes() const override { return 4; }
    int ejection_class(topo::NodeId /*here*/, topo::PortId input_port) const override {
        return 2 * orientation_ + (input_port < 0 ? 0 : input_port % 2);
    }

private:
    int orientation_;
};

const topo::Mesh& fitting(const topo::Topology& topology) {
    return fitting_mesh(topology, "pcp", MeshShape::flat_no_row);
}

/// Along the two sides.
void write_first_step(const SidedMesh& mesh, PlanBuilder& plan) {
    const topo::NodeId source = plan.source();
    const int far_across = mesh.last_across - mesh.across;
    const int far_along = mesh.last_along - mesh.along;
    const bool at_end = mesh.along == 0 || mesh.along == mesh.last_along;
    if (at_end && (mesh.across == 0 || mesh.across == mesh.last_across)) {  // a corner
        plan.send(source, {mesh.at(mesh.across, far_along, kCopy)});
        plan.send(source,
                  {mesh.at(far_across, mesh.along, kPass), mesh.at(far_across, far_along, kCopy)});
    } else if (at_end) {
        for (const int side : {0, mesh.last_across}) {
            plan.send(source, {mesh.at(side, mesh.along, kPass), mesh.at(side, far_along, kCopy)});
        }
    } else {
        const int near_side = mesh.across <= far_across ? 0 : mesh.last_across;
        const int near_end = mesh.along <= far_along ? 0 : mesh.last_along;
        const int far_side = mesh.last_across - near_side;
        const int far_end = mesh.last_along - near_end;
        plan.send(source,
                  {mesh.at(near_side, near_end, kPass), mesh.at(near_side, far_end, kCopy)});
        plan.send(source, {mesh.at(far_side, far_end, kPass), mesh.at(far_side, near_end, kCopy)});
    }
}

/// From both sides into the lines between them.
void write_second_step(const SidedMesh& mesh, PlanBuilder& plan) {
    const int half = mesh.last_across / 2;  // the last node of the first half
    const bool inside = mesh.across > 0 && mesh.across < mesh.last_across;
    for (int line = 0; line <= mesh.last_along; ++line) {
        const bool split = inside && line == mesh.along;
        const int from_first = split ? mesh.across - 1 : half;
        const int from_last = split ? mesh.across + 1 : half + 1;
        if (from_first >= 1) {
            plan.send(mesh.node(0, line), {mesh.at(from_first, line, kCopy)});
        }
        if (from_last < mesh.last_across) {
            plan.send(mesh.node(mesh.last_across, line), {mesh.at(from_last, line, kCopy)});
        }
    }
}

}  // namespace

CollectiveEntry pcp_entry() {
    CollectiveEntry entry{
        "pcp", [](const topo::Topology& topology, const auto& /*unicast*/,
                  const PlanRequest& request, PlanBuilder& plan) {
            const SidedMesh mesh(fitting(topology), request.source);
            const int orientation = mesh.orientation();
            plan.route_by(std::make_shared<SideOrder>(fitting(topology), orientation), orientation);
            write_first_step(mesh, plan);
            plan.next_step();
            write_second_step(mesh, plan);
        }};
    entry.routings = [](const topo::Topology& topology) {
        const topo::Mesh& mesh = fitting(topology);
        return std::vector<std::shared_ptr<const topo::RoutingFunction>>{
            std::make_shared<SideOrder>(mesh, 0), std::make_shared<SideOrder>(mesh, 1)};
    };
    return entry;
}

}  // namespace flitscope::tl
