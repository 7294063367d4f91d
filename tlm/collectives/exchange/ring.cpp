// Algorithm `ring`: around a ring of all nodes, each of which sends to the next one in every step.
// On meshes, tori and hypercubes the ring is the reflected Gray code of the routers' coordinates,
// in which neighbours are one link apart except the last and the first; on other networks it is the
// order of the numbers. Nodes at one router follow each other.
//
// all_gather: each node sends on the operand that arrived last, in N - 1 steps. all_reduce: the
// operand is cut into N pieces; in N - 1 steps each piece is combined once around the ring; in N -
// 1 more the results travel around (Patarasu and Yuan, 2009). all_to_all: each node sends on the
// operands that are not for it, in N - 1 steps.
#include "tlm/collectives/exchange/exchange_registry.h"
#include "topologies/grid.h"
#include "topologies/hypercube.h"

namespace flitscope::tl {

namespace {

/// The reflected Gray code of numbers with digits of these sizes, the lowest first: number i.
std::vector<int> gray_code(const std::vector<int>& sizes, topo::NodeId number) {
    std::vector<int> digits(sizes.size());
    for (std::size_t d = 0; d < sizes.size(); ++d) {
        const int digit = number % sizes[d];
        number /= sizes[d];
        // This digit runs backwards where the number made of the higher ones is odd.
        digits[d] = number % 2 == 0 ? digit : sizes[d] - 1 - digit;
    }
    return digits;
}

/// The nodes in the order of the ring.
std::vector<topo::NodeId> ring_of(const topo::Topology& topology) {
    std::vector<int> sizes;
    if (const auto* const grid = dynamic_cast<const topo::Grid*>(&topology)) {
        for (int dimension = 0; dimension < grid->dimensions(); ++dimension) {
            sizes.push_back(grid->size(dimension));
        }
    }
    const bool cube = dynamic_cast<const topo::Hypercube*>(&topology) != nullptr;
    std::vector<topo::NodeId> nodes;
    for (topo::RouterId i = 0; i < topology.routers(); ++i) {
        const topo::RouterId router = cube            ? i ^ (i >> 1)
                                      : sizes.empty() ? i
                                                      : topology.router_at(gray_code(sizes, i));
        for (int local = 0; local < topology.nodes_at(router); ++local) {
            nodes.push_back(topology.first_node(router) + local);
        }
    }
    return nodes;
}

/// Places on the ring are taken modulo N.
class Ring {
public:
    explicit Ring(ExchangeBuilder& exchange)
        : exchange_(exchange), nodes_(ring_of(exchange.topology())), n_(exchange.nodes()) {}

    /// In step s place p passes on the block of (p + first - s).
    void pass_blocks(topo::NodeId first, bool of_nodes, bool combine) {
        for (topo::NodeId step = 0; step + 1 < n_; ++step, exchange_.next_step()) {
            for (topo::NodeId place = 0; place < n_; ++place) {
                const topo::NodeId block = wrapped(place + first - step);
                send(place, {static_cast<std::uint32_t>(of_nodes ? at(block) : block)}, combine);
            }
        }
    }

    /// In step s place p has the blocks of (p - s), but for those that are where they belong.
    void pass_what_others_get() {
        for (topo::NodeId step = 0; step + 1 < n_; ++step, exchange_.next_step()) {
            for (topo::NodeId place = 0; place < n_; ++place) {
                std::vector<std::uint32_t> blocks;
                for (topo::NodeId further = step + 1; further < n_; ++further) {
                    blocks.push_back(exchange_.block(at(wrapped(place - step)),
                                                     at(wrapped(place - step + further))));
                }
                send(place, blocks, false);
            }
        }
    }

private:
    topo::NodeId wrapped(topo::NodeId place) const { return (place % n_ + n_) % n_; }
    topo::NodeId at(topo::NodeId place) const { return nodes_[static_cast<std::size_t>(place)]; }
    void send(topo::NodeId place, const std::vector<std::uint32_t>& blocks, bool combine) {
        exchange_.send(at(place), at(wrapped(place + 1)), blocks, combine);
    }

    ExchangeBuilder& exchange_;
    std::vector<topo::NodeId> nodes_;
    topo::NodeId n_;
};

void write_ring(ExchangeBuilder& exchange) {
    Ring ring(exchange);
    switch (exchange.request().kind) {
        case ExchangeKind::all_reduce:
            exchange.cut_operands(exchange.nodes());
            ring.pass_blocks(0, false, true);  // place p ends with piece p + 1 complete
            ring.pass_blocks(1, false, false);
            break;
        case ExchangeKind::all_gather:
            ring.pass_blocks(0, true, false);
            break;
        default:
            ring.pass_what_others_get();
            break;
    }
}

}  // namespace

ExchangeEntry ring_entry() {
    return {"ring",
            {ExchangeKind::all_reduce, ExchangeKind::all_gather, ExchangeKind::all_to_all},
            write_ring};
}

}  // namespace flitscope::tl
