#pragma once

#include <optional>
#include <vector>

#include "analytic/hierarchical_loads.h"
#include "analytic/solution.h"

namespace flitscope::analytic {

/// What the model is asked for (docs/models.md).
struct HierarchicalDelayParameters {
    HierarchicalShape shape;
    double cluster_service = 1;  ///< mu_CL, messages per time unit and simplex link, > 0
    double level2_service = 1;   ///< mu_NCL, likewise
    HierarchicalRouting routing = HierarchicalRouting::random;
    /// Compare at equal cost (the paper's section 4.4): a `single` network maps each level-2 link
    /// to two physical ones, so mu_NCL doubles and they count twice in the LR ratio.
    bool constant_cost = false;
};

/// Store-and-forward message switching in two-level hypercubes: every simplex link is an M/M/1
/// queue.
///
/// Source  S. P. Dandamudi, Performance analysis of a class of hierarchical hypercube multicomputer
///         networks, Performance Evaluation 13, 1991; equations (H.1) to (H.17) of docs/models.md.
/// Units   rates in the unit of mu, delays in its inverse.
/// Errors  ParameterError for parameters or rates out of range.
class HierarchicalDelay {
public:
    explicit HierarchicalDelay(const HierarchicalDelayParameters& parameters);

    /// R, mean message delay at a rate >= 0, (H.9) to (H.11), as a sum over links by Little's law.
    /// Saturated when a link that carries traffic has no steady state. At rate 0 the sum of mean
    /// service times.
    Solution<double> delay(double rate) const;

    /// (H.13): delay with the load spread evenly over all cluster links; no routing does better.
    /// For `hypercube`, whose load is even, the delay itself.
    Solution<double> delay_bound(double rate) const;

    Saturation saturation() const;        ///< (H.15), of this routing
    Saturation saturation_bound() const;  ///< (H.14), of any routing
    /// (H.16), of any shortest-path routing: the cluster links into an interface node. Empty for
    /// `hypercube`. An addition to the paper.
    std::optional<double> cut_bound() const;

    /// (H.17): (links x delay) over that of the D-cube with mu_cluster on every link and the same
    /// alpha. Empty when either is saturated.
    std::optional<double> lr_ratio(double rate) const;

    /// Mean hops, by the nearest-interface rule.
    double mean_distance() const { return analytic::mean_distance(parameters_.shape); }
    const std::vector<LinkLoad>& loads() const { return loads_; }
    const HierarchicalDelayParameters& parameters() const { return parameters_; }

private:
    double service(const LinkLoad& load) const;
    double level2_service() const;
    Solution<double> delay_over(const std::vector<LinkLoad>& loads, double rate) const;
    Saturation saturation_of(const std::vector<LinkLoad>& loads) const;
    double physical_links() const;

    HierarchicalDelayParameters parameters_;
    std::vector<LinkLoad> loads_;
    std::vector<LinkLoad> even_loads_;  ///< cluster traffic spread evenly, (H.12)
};

}  // namespace flitscope::analytic
