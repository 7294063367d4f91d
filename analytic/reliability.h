#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analytic/component_lifetime.h"
#include "topologies/topology.h"

namespace flitscope::analytic {

/// A hot spare ages from the start (the position lives for the longer of two lifetimes); a cold one
/// from the moment it takes over (the sum of two). Both are units beyond the nodes of the network.
/// `own_node`: the spare is another node of the network (topo::Topology::own_node_spare); links of
/// the failed node are switched to it.
enum class SpareKind { hot, cold, own_node };

/// What the model is asked for (docs/models.md).
struct ReliabilityParameters {
    double node_rate = 1e-4;  ///< failures per hour of a node, >= 0
    double link_rate = 2e-5;  ///< failures per hour of a full-duplex link, >= 0
    int task_nodes = 1;       ///< I, 1..nodes
    SpareKind spare = SpareKind::own_node;
};

/// Estimate of R at one time, with its 95 % Wilson interval.
struct ReliabilityPoint {
    double hours = 0;
    double reliability = 0;
    double low = 0;
    double high = 0;
};

/// Task-based reliability: R(t) = P(some connected component of working nodes has at least I nodes
/// at time t). Nodes and links fail independently with exponential lifetimes and are not repaired;
/// a link needs both its ends. The switch to a spare is perfect and takes no time; a spare adds no
/// node.
///
/// Source  S. P. Dandamudi 1991, section 2.1; docs/models.md, "Reliability".
/// Units   hours.
/// Errors  ParameterError for parameters, times or trials out of range.
class Reliability {
public:
    Reliability(const topo::Topology& topology, const ReliabilityParameters& parameters);

    /// Throws ParameterError where `estimate` would.
    static void check(const std::vector<double>& hours, std::int64_t trials);
    /// Monte Carlo: one lifetime per element and trial, one trial for all times. `hours` >= 0, in
    /// any order, kept; `trials` 1..2^32-1; `threads` 0: as many as the machine has. The same seed
    /// gives the same points whatever the number of threads.
    std::vector<ReliabilityPoint> estimate(const std::vector<double>& hours, std::int64_t trials,
                                           std::uint64_t seed, int threads = 0) const;

    /// R(t) without sampling where that is feasible: links that never fail in a complete graph (a
    /// sum over the number of working nodes), or at most 20 elements that can fail (a sum over all
    /// their states). Empty elsewhere.
    std::optional<double> exact(double hours) const;

    const std::vector<Edge>& edges() const { return edges_; }

private:
    class Trial;
    double position_survival(topo::NodeId node, double hours) const;
    int component_of(const std::vector<char>& node_works,
                     const std::vector<char>& edge_works) const;
    double exact_without_link_failures(double hours) const;
    double exact_over_states(double hours) const;

    ReliabilityParameters parameters_;
    int nodes_;
    std::vector<Edge> edges_;
    std::vector<Edge> switched_;   ///< `own_node`: the ends of each edge if both its nodes fail
    std::vector<char> has_spare_;  ///< [node]: a second unit
    bool complete_graph_ = false;
};

/// 95 % Wilson score interval of a proportion: `successes` of `trials` > 0.
ReliabilityPoint wilson_interval(double hours, std::int64_t successes, std::int64_t trials);

}  // namespace flitscope::analytic
