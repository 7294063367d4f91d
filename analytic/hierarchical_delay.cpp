#include "analytic/hierarchical_delay.h"

#include <cmath>

namespace flitscope::analytic {
namespace {

constexpr const char* kHierarchicalDelay = "hierarchical_delay";

HierarchicalDelayParameters checked(const HierarchicalDelayParameters& p) {
    const HierarchicalShape& shape = p.shape;
    require(shape.dimensions >= 2 && shape.dimensions <= 62, kHierarchicalDelay, "dimensions",
            shape.dimensions, "2..62");
    require(shape.cluster_dimensions >= 1 && shape.cluster_dimensions < shape.dimensions,
            kHierarchicalDelay, "cluster_dimensions", shape.cluster_dimensions,
            ("1.." + std::to_string(shape.dimensions - 1) + " (below dimensions)").c_str());
    require(shape.local_fraction >= 0 && shape.local_fraction <= 1, kHierarchicalDelay, "alpha",
            shape.local_fraction, "0..1");
    require(p.cluster_service > 0 && p.cluster_service <= 1e12, kHierarchicalDelay, "mu_cluster",
            p.cluster_service, "above 0, at most 1e12");
    require(p.level2_service > 0 && p.level2_service <= 1e12, kHierarchicalDelay, "mu_level2",
            p.level2_service, "above 0, at most 1e12");
    return p;
}

/// One class for all cluster links together.
std::vector<LinkLoad> spread_evenly(const std::vector<LinkLoad>& loads) {
    LinkLoad cluster{"cluster links", 0, 0, true};
    double traffic = 0;
    std::vector<LinkLoad> even;
    for (const LinkLoad& load : loads) {
        if (load.cluster) {
            cluster.links += load.links;
            traffic += load.links * load.rate;
        } else {
            even.push_back(load);
        }
    }
    cluster.rate = traffic / cluster.links;
    even.insert(even.begin(), cluster);
    return even;
}

}  // namespace

HierarchicalDelay::HierarchicalDelay(const HierarchicalDelayParameters& parameters)
    : parameters_(checked(parameters)),
      loads_(link_loads(parameters_.shape, parameters_.routing)),
      even_loads_(spread_evenly(loads_)) {}

double HierarchicalDelay::level2_service() const {
    const bool doubled =
        parameters_.constant_cost && parameters_.shape.network == HierarchicalNetwork::single;
    return parameters_.level2_service * (doubled ? 2 : 1);
}

double HierarchicalDelay::service(const LinkLoad& load) const {
    return load.cluster ? parameters_.cluster_service : level2_service();
}

Solution<double> HierarchicalDelay::delay_over(const std::vector<LinkLoad>& loads,
                                               double rate) const {
    // Little's law for the network: messages in all queues over messages generated. Dividing by the
    // rate beforehand leaves nothing undefined at rate 0, or for links without traffic.
    double sum = 0;
    for (const LinkLoad& load : loads) {
        if (load.rate > 0) {
            const double spare = service(load) - load.rate * rate;
            if (!(spare > 0)) {
                return {std::nullopt, saturation_of(loads).limiting};
            }
            sum += load.links * load.rate / spare;
        }
    }
    return {sum / std::ldexp(1.0, parameters_.shape.dimensions), {}};
}

Saturation HierarchicalDelay::saturation_of(const std::vector<LinkLoad>& loads) const {
    Saturation first{INFINITY, {}};
    for (const LinkLoad& load : loads) {
        if (load.rate > 0 && service(load) / load.rate < first.rate) {
            first = {service(load) / load.rate, load.name};
        }
    }
    return first;
}

Solution<double> HierarchicalDelay::delay(double rate) const {
    require_rate(kHierarchicalDelay, rate);
    return delay_over(loads_, rate);
}

Solution<double> HierarchicalDelay::delay_bound(double rate) const {
    require_rate(kHierarchicalDelay, rate);
    return delay_over(even_loads_, rate);
}

Saturation HierarchicalDelay::saturation() const { return saturation_of(loads_); }

Saturation HierarchicalDelay::saturation_bound() const { return saturation_of(even_loads_); }

std::optional<double> HierarchicalDelay::cut_bound() const {
    const HierarchicalShape& shape = parameters_.shape;
    if (shape.network == HierarchicalNetwork::hypercube) {
        return std::nullopt;
    }
    const double cluster_nodes = std::ldexp(1.0, shape.cluster_dimensions);
    const double served =
        shape.network == HierarchicalNetwork::single ? cluster_nodes - 1 : cluster_nodes / 2 - 0.5;
    return shape.cluster_dimensions * parameters_.cluster_service /
           (served * (1 - shape.local_fraction) + shape.local_fraction);
}

double HierarchicalDelay::physical_links() const {
    double simplex = 0;
    for (const LinkLoad& load : loads_) {
        const bool twice = !load.cluster && parameters_.constant_cost &&
                           parameters_.shape.network == HierarchicalNetwork::single;
        simplex += load.links * (twice ? 2 : 1);
    }
    return simplex / 2;
}

std::optional<double> HierarchicalDelay::lr_ratio(double rate) const {
    HierarchicalDelayParameters reference = parameters_;
    reference.shape.network = HierarchicalNetwork::hypercube;
    reference.level2_service = parameters_.cluster_service;
    const HierarchicalDelay hypercube(reference);
    const Solution<double> own = delay(rate);
    const Solution<double> other = hypercube.delay(rate);
    if (!own.ok() || !other.ok()) {
        return std::nullopt;
    }
    return physical_links() * *own.values / (hypercube.physical_links() * *other.values);
}

}  // namespace flitscope::analytic
