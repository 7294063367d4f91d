#pragma once

#include <string>
#include <vector>

namespace flitscope::analytic {

/// Networks of the hierarchical-cube paper. Standby spares change no load, so BH/BH-SI counts as
/// `single` and BH/BH-RS&SI as `replicated`.
enum class HierarchicalNetwork {
    hypercube,   ///< BH: one D-cube; the low d dimensions are the clusters
    single,      ///< BH/BH, BH/BH-SI: one e-cube over local node 0 of each cluster
    replicated,  ///< BH/BH-RS: two e-cubes, over local nodes 0 and 2^d-1
};

/// Order in which the differing dimensions of a segment (source to interface, level 2, interface to
/// destination) are corrected: a random remaining one at every hop, or the lowest first.
enum class HierarchicalRouting { random, fixed };

/// Simplex links that carry the same traffic.
struct LinkLoad {
    std::string name;      ///< e.g. "cluster links, level 2"
    double links = 0;      ///< how many, in the whole network
    double rate = 0;       ///< messages on each, per message generated at a node
    bool cluster = false;  ///< served at mu_cluster, else at mu_level2
    std::string key{};     ///< name in `link_loads`; classes of one key show their largest load
};

/// Sizes and traffic of a two-level network.
struct HierarchicalShape {
    HierarchicalNetwork network = HierarchicalNetwork::single;
    int dimensions = 6;           ///< D, 2..62: 2^D nodes
    int cluster_dimensions = 3;   ///< d, 1..D-1: 2^d nodes a cluster
    double local_fraction = 0.5;  ///< alpha, 0..1: destination uniform over the own cluster

    int level2_dimensions() const { return dimensions - cluster_dimensions; }  ///< e
};

/// alpha of uniform traffic: (2^d - 1) / (2^D - 1).
double uniform_local_fraction(int dimensions, int cluster_dimensions);

/// h_1, mean hops between different nodes of a d-cube: d 2^(d-1) / (2^d - 1).
double mean_cube_distance(int dimensions);

/// P_s, hops from a random node of a cluster to the nearer of the two interface nodes.
double mean_nearest_interface(int cluster_dimensions);

/// p_1(j), (H.4), and p_2(j), (H.2), for j = 1..d at [j - 1]: parts of the messages between a node
/// and its nearest interface, and between a node and a given interface, on one j-level link.
std::vector<double> nearest_interface_parts(int cluster_dimensions);
std::vector<double> interface_parts(int cluster_dimensions);

/// Hops of a message, on average, in clusters and on level 2 (messages between clusters use the
/// nearest interface node of their source).
double mean_distance(const HierarchicalShape& shape);

/// Traffic on every link, (H.1) to (H.8); classes without traffic included. Both directions of a
/// link and all clusters are loaded alike.
std::vector<LinkLoad> link_loads(const HierarchicalShape& shape, HierarchicalRouting routing);

}  // namespace flitscope::analytic
