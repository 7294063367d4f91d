#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "testbenches/drive/traffic/random_numbers.h"
#include "testbenches/drive/traffic/registry.h"
#include "topologies/fitting_topology.h"
#include "topologies/hypercube.h"

namespace flitscope::tb {

namespace {

/// Draws first a distance, with the given probabilities, then one of the nodes at that distance,
/// all equally likely.
class HopDistribution : public TrafficPattern {
public:
    /// p[k-1]: probability of k hops; sum 1.
    HopDistribution(const topo::Hypercube& cube, const std::vector<double>& p)
        : p_(p),
          dimensions_(cube.dimensions()),
          subsets_(static_cast<std::size_t>(dimensions_) + 1) {
        double sum = 0;
        for (std::size_t k = 0; k < p.size(); ++k) {
            sum += p[k];
            thresholds_.push_back(probability_threshold(std::min(1.0, sum)));
            last_ = p[k] > 0 ? static_cast<int>(k) + 1 : last_;
        }
        for (std::size_t n = 0; n < subsets_.size(); ++n) {  // Pascal's triangle
            subsets_[n].assign(subsets_.size(), 0);
            subsets_[n][0] = 1;
            for (std::size_t k = 1; k <= n; ++k) {
                subsets_[n][k] = subsets_[n - 1][k - 1] + (k < n ? subsets_[n - 1][k] : 0);
            }
        }
    }

    bool generates(topo::NodeId /*source*/) const override { return true; }
    topo::NodeId destination(topo::NodeId source, std::uint64_t random_bits) const override {
        int hops = 1;
        while (hops < last_ && random_bits >= thresholds_[static_cast<std::size_t>(hops) - 1]) {
            ++hops;
        }
        return source ^ dimensions_of(hops, mix64(random_bits));
    }
    bool shares(topo::NodeId source, std::vector<double>& to) const override {
        for (std::size_t node = 0; node < to.size(); ++node) {
            const auto hops = static_cast<std::size_t>(
                __builtin_popcount(static_cast<unsigned>(node) ^ static_cast<unsigned>(source)));
            if (hops > 0 && hops <= p_.size()) {
                to[node] += p_[hops - 1] / static_cast<double>(subsets_.back()[hops]);
            }
        }
        return true;
    }

private:
    /// One of the sets of that many dimensions, as bits: for each dimension from the highest down,
    /// the sets without it come first.
    topo::NodeId dimensions_of(int hops, std::uint64_t bits) const {
        std::uint64_t rest = scaled(bits, subsets_.back()[static_cast<std::size_t>(hops)]);
        topo::NodeId set = 0;
        for (int d = dimensions_ - 1; hops > 0; --d) {
            const std::uint64_t without =
                subsets_[static_cast<std::size_t>(d)][static_cast<std::size_t>(hops)];
            if (rest >= without) {
                rest -= without;
                set |= topo::NodeId{1} << d;
                --hops;
            }
        }
        return set;
    }

    std::vector<double> p_;  ///< [hops - 1]
    int dimensions_;
    int last_ = 0;                                     ///< the largest distance that is drawn
    std::vector<std::uint64_t> thresholds_;            ///< [hops - 1]
    std::vector<std::vector<std::uint64_t>> subsets_;  ///< [n][k]: of k out of n
};

void check(const std::vector<double>& p, int dimensions) {
    if (p.empty() || p.size() > static_cast<std::size_t>(dimensions)) {
        throw OptionError("p", std::to_string(p.size()) +
                                   " probabilities, of 1, 2, ... "
                                   "hops; a cube of this size has 1.." +
                                   std::to_string(dimensions));
    }
    const double sum = std::accumulate(p.begin(), p.end(), 0.0);
    if (std::abs(sum - 1) > 1e-6) {
        throw OptionError("p", "the probabilities sum to " + std::to_string(sum) + ", must be 1");
    }
}

}  // namespace

PatternEntry hop_distribution_entry() {
    return {"hop_distribution",
            {real_numbers("p", 0, 1, "probability of 1, 2, ... hops").required()},
            [](const topo::Topology& topology, const Options& options) {
                const topo::Hypercube& cube = topo::fitting_topology<topo::Hypercube>(
                    topology, "pattern", "hop_distribution", "hypercube");
                check(options.reals("p"), cube.dimensions());
                return std::make_unique<HopDistribution>(cube, options.reals("p"));
            }};
}

PatternEntry spherical_entry() {
    return {
        "spherical",
        {one_of("law", {"equal", "halving"}, "1/n for every distance, or half of the one before")
             .or_else("equal")},
        [](const topo::Topology& topology, const Options& options) {
            const topo::Hypercube& cube = topo::fitting_topology<topo::Hypercube>(
                topology, "pattern", "spherical", "hypercube");
            const int n = cube.dimensions();
            std::vector<double> p(static_cast<std::size_t>(n), 1.0 / n);
            if (options.text("law", "equal") == "halving") {
                for (int k = 1; k <= n; ++k) {
                    p[static_cast<std::size_t>(k) - 1] =
                        std::ldexp(1.0, n - k) / (std::ldexp(1.0, n) - 1);
                }
            }
            return std::make_unique<HopDistribution>(cube, p);
        }};
}

}  // namespace flitscope::tb
