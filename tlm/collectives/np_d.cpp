// Broadcast by network partitioning on square meshes with sides of a power of two, 2^k: the
// message is cut into halves, which are broadcast in two networks that share no channel, and put
// together in every 2 x 2 block.
//
// Al-Dubai, Ould-Khaoua and Mackenzie cite k + 2 steps without details. This reconstruction has as
// many (2 for k = 1), without contention from any source: the halves to the (even, even) and the
// (odd, odd) node of the source's block; EDN among the (even, even) nodes and among the (odd, odd)
// ones; in every block, each of these two nodes sends its half in a message to one neighbour, and
// in another one by way of the other neighbour, which takes a copy, to the node opposite. The paper
// assumes routers that receive and pass a message at once.
#include <algorithm>

#include "common/bits.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/edn.h"
#include "tlm/collectives/fitting_mesh.h"
#include "topologies/routing/dimension_order.h"

namespace flitscope::tl {

namespace {

constexpr auto kFirst = PlanPart::first_half;
constexpr auto kSecond = PlanPart::second_half;

class HalvesBroadcast {
public:
    HalvesBroadcast(int side, PlanBuilder& plan)
        : side_(side),
          plan_(plan),
          block_{plan.source() % side / 2, plan.source() / side / 2},
          even_(node(block_, 0, 0)),
          odd_(node(block_, 1, 1)) {}

    void write() {
        send(plan_.source(), even_, kFirst);
        send(plan_.source(), odd_, kSecond);
        plan_.next_step();
        write_among_blocks();
        write_in_blocks();
    }

private:
    /// The node of a block at (x, y) in it.
    topo::NodeId node(SquarePlace block, int x, int y) const {
        return 2 * block.x + x + side_ * (2 * block.y + y);
    }

    void send(topo::NodeId from, topo::NodeId to, PlanPart half) {
        if (to != plan_.source()) {
            plan_.send(from, to, half);
        }
    }

    void write_among_blocks() {
        for (const auto& step : edn_steps(lowest_bit(side_) - 1, block_)) {
            for (const SquareSend& each : step) {
                send(node(each.from, 0, 0), node(each.to, 0, 0), kFirst);
                send(node(each.from, 1, 1), node(each.to, 1, 1), kSecond);
            }
            plan_.next_step();
        }
    }

    void write_in_blocks() {
        for (int x = 0; x < side_ / 2; ++x) {
            for (int y = 0; y < side_ / 2; ++y) {
                const SquarePlace block{x, y};
                const topo::NodeId even = node(block, 0, 0), odd = node(block, 1, 1);
                const topo::NodeId in_row = node(block, 1, 0), in_column = node(block, 0, 1);
                send_by(even, in_row, odd, kFirst);  // XY
                send(even, in_column, kFirst);
                send_by(odd, in_column, even, kSecond);
                send(odd, in_row, kSecond);
            }
        }
    }

    /// To both, but the source.
    void send_by(topo::NodeId from, topo::NodeId first, topo::NodeId second, PlanPart half) {
        if (first == plan_.source() || second == plan_.source()) {
            send(from, first, half);
            send(from, second, half);
        } else {
            plan_.send(from, {{first}, {second}}, topo::kNoNode, half);
        }
    }

    int side_;
    PlanBuilder& plan_;
    SquarePlace block_;  ///< the source's
    topo::NodeId even_;  ///< its (even, even) node
    topo::NodeId odd_;
};

}  // namespace

CollectiveEntry np_d_entry() {
    CollectiveEntry entry{"np_d", [](const topo::Topology& topology, const auto& /*unicast*/,
                                     const PlanRequest& /*request*/, PlanBuilder& plan) {
                              const topo::Mesh& mesh =
                                  fitting_mesh(topology, "np_d", MeshShape::power_of_two);
                              plan.route_by(std::make_shared<topo::DimensionOrder>(mesh));
                              HalvesBroadcast(mesh.size(0), plan).write();
                          }};
    entry.sends_parts = true;
    return entry;
}

}  // namespace flitscope::tl
