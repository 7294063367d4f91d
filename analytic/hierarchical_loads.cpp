#include "analytic/hierarchical_loads.h"

#include <cmath>

#include "analytic/binomials.h"

namespace flitscope::analytic {
namespace {

double power_of_two(int exponent) { return std::ldexp(1.0, exponent); }

/// Links between distances j and j-1 from an interface node: j C(d, j).
double level_links(const Binomials& choose, int d, int j) { return j * choose(d, j); }

/// lambda_1 of (H.1): traffic inside a cluster, on each of its simplex links.
double local_rate(const HierarchicalShape& shape) {
    return shape.local_fraction * mean_cube_distance(shape.cluster_dimensions) /
           shape.cluster_dimensions;
}

double clusters(const HierarchicalShape& shape) { return power_of_two(shape.level2_dimensions()); }

void add_level2(const HierarchicalShape& shape, std::vector<LinkLoad>& loads) {
    const int e = shape.level2_dimensions();
    const double networks = shape.network == HierarchicalNetwork::replicated ? 2 : 1;
    const double rate = (1 - shape.local_fraction) * power_of_two(shape.dimensions - 1) /
                        (power_of_two(e) - 1) / networks;  // (H.7)
    loads.push_back({"level-2 links", networks * e * clusters(shape), rate, false, "level2"});
}

std::vector<LinkLoad> hypercube_loads(const HierarchicalShape& shape) {
    const double nodes = power_of_two(shape.dimensions);
    const int e = shape.level2_dimensions();
    const double outside = 1 - shape.local_fraction;
    return {{"cluster links", shape.cluster_dimensions * nodes, local_rate(shape) + outside / 2,
             true, "cluster"},
            {"level-2 links", e * nodes, outside * mean_cube_distance(e) / e, false, "level2"}};
}

/// (H.3), (H.5), (H.6): by distance j from the interface node towards which, or from which, the
/// link leads.
std::vector<LinkLoad> random_cluster_loads(const HierarchicalShape& shape) {
    const int d = shape.cluster_dimensions;
    const bool replicated = shape.network == HierarchicalNetwork::replicated;
    const Binomials choose(d);
    const std::vector<double> nearest = nearest_interface_parts(d);
    const std::vector<double> given = interface_parts(d);
    const double through_interface =
        power_of_two(d) * (1 - shape.local_fraction) / (replicated ? 2 : 1);
    std::vector<LinkLoad> loads;
    for (int j = 1; j <= d; ++j) {
        const double part = replicated ? nearest[j - 1] + given[d - j] : given[j - 1];
        loads.push_back({"cluster links, level " + std::to_string(j),
                         2 * clusters(shape) * level_links(choose, d, j),
                         local_rate(shape) + through_interface * part, true,
                         "cluster_level_" + std::to_string(j)});
    }
    return loads;
}

/// Traffic between clusters on the links of one dimension of a cluster in one direction, with the
/// lowest differing dimension corrected first. A way to interface node 0 clears bit i at a node
/// whose lower bits are 0 already; a way from interface node 2^d-1 clears it at a node whose higher
/// bits are still 1; a way from interface node 0 sets it where the higher bits are still 0.
class FixedRoutingLoads {
public:
    explicit FixedRoutingLoads(const HierarchicalShape& shape)
        : shape_(shape), d_(shape.cluster_dimensions), choose_(d_) {}

    std::vector<LinkLoad> all() {
        for (int i = 0; i < d_; ++i) {
            if (shape_.network == HierarchicalNetwork::replicated) {
                replicated(i);
            } else {
                single(i);
            }
        }
        return std::move(loads_);
    }

private:
    void add(int i, double links_per_cluster, double outside_messages,
             const std::string& key = "cluster_dimension_") {
        if (links_per_cluster > 0) {
            loads_.push_back({"cluster links, dimension " + std::to_string(i),
                              clusters(shape_) * links_per_cluster,
                              local_rate(shape_) + (1 - shape_.local_fraction) * outside_messages,
                              true, key + std::to_string(i)});
        }
    }

    void single(int i) {
        const double lower = power_of_two(i);
        const double higher = power_of_two(d_ - 1 - i);
        // All sources that differ in lower bits only, all destinations in higher bits only.
        add(i, higher, lower, "to_interface_dimension_");
        add(i, lower, higher, "from_interface_dimension_");
        add(i, 2 * lower * higher - higher - lower, 0);
    }

    /// Messages to interface node 0 from the sources that meet at a node with `ones` higher bits
    /// set, bit i set, and all lower bits cleared: those nearer to node 0, half of those half-way.
    double to_interface(int i, int ones) const {
        double messages = 0;
        for (int k = 0; k <= i; ++k) {
            const int distance = 2 * (ones + 1 + k);
            messages += choose_(i, k) * (distance < d_ ? 1.0 : distance == d_ ? 0.5 : 0.0);
        }
        return messages;
    }

    /// Both directions of a link are loaded alike: complementing all addresses swaps the interface
    /// nodes and keeps the order of dimensions.
    void replicated(int i) {
        const int higher_bits = d_ - 1 - i;
        const double from_interface = power_of_two(higher_bits) / 2;
        for (int ones = 0; ones < higher_bits; ++ones) {
            add(i, 2 * choose_(higher_bits, ones), to_interface(i, ones));
        }
        add(i, 2, to_interface(i, higher_bits) + from_interface);
        add(i, 2 * (power_of_two(i) - 1), from_interface);
        add(i, 2 * (power_of_two(higher_bits) - 1) * (power_of_two(i) - 1), 0);
    }

    const HierarchicalShape& shape_;
    int d_;
    Binomials choose_;
    std::vector<LinkLoad> loads_;
};

}  // namespace

double uniform_local_fraction(int dimensions, int cluster_dimensions) {
    return (power_of_two(cluster_dimensions) - 1) / (power_of_two(dimensions) - 1);
}

double mean_cube_distance(int dimensions) {
    return dimensions * power_of_two(dimensions - 1) / (power_of_two(dimensions) - 1);
}

double mean_nearest_interface(int cluster_dimensions) {
    const Binomials choose(cluster_dimensions);
    double hops = 0;
    for (int i = 0; i <= cluster_dimensions; ++i) {
        hops += choose(cluster_dimensions, i) * std::min(i, cluster_dimensions - i);
    }
    return hops / power_of_two(cluster_dimensions);
}

std::vector<double> interface_parts(int cluster_dimensions) {
    const int d = cluster_dimensions;
    const Binomials choose(d);
    std::vector<double> parts;
    for (int j = 1; j <= d; ++j) {
        double beyond = 0;
        for (int k = j; k <= d; ++k) {
            beyond += choose(d, k);
        }
        parts.push_back(beyond / (level_links(choose, d, j) * power_of_two(d)));
    }
    return parts;
}

std::vector<double> nearest_interface_parts(int cluster_dimensions) {
    const int d = cluster_dimensions;
    const Binomials choose(d);
    std::vector<double> parts;
    double beyond = power_of_two(d - 1);  // nodes that use this interface, at distance >= j
    for (int j = 1; j <= d; ++j) {
        beyond -= choose(d, j - 1);
        // Behind the middle nobody is nearer to this interface (erratum H-3).
        parts.push_back(2 * j > d + 1 ? 0
                                      : beyond / (level_links(choose, d, j) * power_of_two(d - 1)));
    }
    return parts;
}

double mean_distance(const HierarchicalShape& shape) {
    const int d = shape.cluster_dimensions;
    const double level2 = mean_cube_distance(shape.level2_dimensions());
    double in_clusters = d;  // (H.12)
    if (shape.network == HierarchicalNetwork::hypercube) {
        in_clusters = d / 2.0;
    } else if (shape.network == HierarchicalNetwork::replicated) {
        in_clusters = mean_nearest_interface(d) + d / 2.0;
    }
    return shape.local_fraction * mean_cube_distance(d) +
           (1 - shape.local_fraction) * (in_clusters + level2);
}

std::vector<LinkLoad> link_loads(const HierarchicalShape& shape, HierarchicalRouting routing) {
    if (shape.network == HierarchicalNetwork::hypercube) {
        return hypercube_loads(shape);  // uniform over subcubes: the order loads no link more
    }
    std::vector<LinkLoad> loads = routing == HierarchicalRouting::random
                                      ? random_cluster_loads(shape)
                                      : FixedRoutingLoads(shape).all();
    add_level2(shape, loads);
    return loads;
}

}  // namespace flitscope::analytic
