#include "testbenches/tests/analytic/hierarchical_reference.h"

namespace flitscope::analytic {
namespace {

int ones(int x) { return __builtin_popcount(static_cast<unsigned>(x)); }

}  // namespace

EnumeratedLoads::EnumeratedLoads(const HierarchicalShape& shape, HierarchicalRouting routing)
    : shape_(shape), routing_(routing) {
    build_links();
    const int nodes = 1 << shape_.dimensions;
    for (int source = 0; source < nodes; ++source) {
        for (int destination = 0; destination < nodes; ++destination) {
            if (destination != source) {
                send(source, destination, destination_probability(source, destination));
            }
        }
    }
    for (const auto& [link, rate] : rates_) {
        hops_ += rate / nodes;
    }
}

void EnumeratedLoads::build_links() {
    const int nodes = 1 << shape_.dimensions;
    const int last_local = (1 << shape_.cluster_dimensions) - 1;
    for (int node = 0; node < nodes; ++node) {
        const int local = node & last_local;
        const bool level2 =
            shape_.network == HierarchicalNetwork::hypercube || local == 0 ||
            (shape_.network == HierarchicalNetwork::replicated && local == last_local);
        for (int i = 0; i < shape_.dimensions; ++i) {
            if (i < shape_.cluster_dimensions || level2) {
                rates_[{node, node ^ (1 << i)}] = 0;
            }
        }
    }
}

bool EnumeratedLoads::is_cluster_link(std::pair<int, int> link) const {
    return (link.first ^ link.second) < 1 << shape_.cluster_dimensions;
}

int EnumeratedLoads::level_towards(std::pair<int, int> link, bool to_high) const {
    const int last_local = (1 << shape_.cluster_dimensions) - 1;
    return ones((link.first ^ (to_high ? last_local : 0)) & last_local);
}

double EnumeratedLoads::destination_probability(int source, int destination) const {
    const int d = shape_.cluster_dimensions;
    const double cluster = 1 << d;
    const double alpha = shape_.local_fraction;
    if (source >> d == destination >> d) {
        return alpha / (cluster - 1);
    }
    return (1 - alpha) / ((1 << shape_.level2_dimensions()) - 1) / cluster;
}

void EnumeratedLoads::send(int source, int destination, double weight) {
    const int d = shape_.cluster_dimensions;
    const int last_local = (1 << d) - 1;
    if (shape_.network == HierarchicalNetwork::hypercube) {
        cube_way(source, source ^ destination, weight);
    } else if (source >> d == destination >> d) {
        cube_way(source, source ^ destination, weight);
    } else if (shape_.network == HierarchicalNetwork::single) {
        through_interface(source, destination, 0, weight);
    } else {
        const int to_low = ones(source & last_local);
        const int to_high = d - to_low;
        if (to_low <= to_high) {
            through_interface(source, destination, 0, weight * (to_low < to_high ? 1 : 0.5));
        }
        if (to_high <= to_low) {
            through_interface(source, destination, last_local,
                              weight * (to_high < to_low ? 1 : 0.5));
        }
    }
}

void EnumeratedLoads::through_interface(int source, int destination, int interface_node,
                                        double weight) {
    const int last_local = (1 << shape_.cluster_dimensions) - 1;
    const int leaving = (source & ~last_local) | interface_node;
    const int entering = (destination & ~last_local) | interface_node;
    cube_way(source, source ^ leaving, weight);
    cube_way(leaving, leaving ^ entering, weight);
    cube_way(entering, entering ^ destination, weight);
}

void EnumeratedLoads::cube_way(int from, int difference, double weight) {
    if (difference == 0) {
        return;
    }
    const bool all = routing_ == HierarchicalRouting::random;
    const int ways = all ? ones(difference) : 1;
    for (int i = 0, taken = 0; taken < ways; ++i) {
        const int bit = 1 << i;
        if ((difference & bit) != 0) {
            rates_.at({from, from ^ bit}) += weight / ways;
            cube_way(from ^ bit, difference ^ bit, weight / ways);
            ++taken;
        }
    }
}

}  // namespace flitscope::analytic
