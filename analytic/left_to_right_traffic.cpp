#include "analytic/left_to_right_traffic.h"

#include <algorithm>
#include <cmath>

#include "analytic/binomials.h"

namespace flitscope::analytic {
namespace {

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

/// The sums behind (L.1) to (L.7). `each(k)` is the probability of one particular destination k
/// hops away, 0 for k outside 1..n.
class Sums {
public:
    explicit Sums(const std::vector<double>& hops)
        : n_(static_cast<int>(hops.size())), choose_(n_), each_(n_ + 1, 0.0) {
        for (int k = 1; k <= n_; ++k) {
            each_[k] = hops[k - 1] / choose_(n_, k);
        }
    }

    /// Messages over s that have used another channel before, (L.1).
    double transit(int s) const {
        double sum = 0;
        for (int k = 2; k <= n_; ++k) {
            for (int j = std::max(2, k - n_ + s + 1); j <= std::min(s + 1, k); ++j) {
                sum += choose_(s, j - 1) * choose_(n_ - s - 1, k - j) * each_[k];
            }
        }
        return sum;
    }

    /// Messages whose first channel is s, (L.3).
    double generated(int s) const {
        double sum = 0;
        for (int k = 1; k <= n_ - s; ++k) {
            sum += choose_(n_ - s - 1, k - 1) * each_[k];
        }
        return sum;
    }

    /// Messages that end after s, numerator of (L.5).
    double ending(int s) const {
        double sum = 0;
        for (int k = 0; k <= s; ++k) {
            sum += choose_(s, k) * each_[k + 1];
        }
        return sum;
    }

    /// Messages that use `before` of the channels below s, s, and at least `least` channels above:
    /// denominators of (L.6), with any `before`, and of (L.7), with none.
    double continuing(int s, int most_before) const {
        double sum = 0;
        for (int k = 0; k <= most_before; ++k) {
            for (int m = 1; m <= n_ - s - 1; ++m) {
                sum += choose_(s, k) * choose_(n_ - s - 1, m) * each_[k + m + 1];
            }
        }
        return sum;
    }

    /// Hops after s of messages whose next channel after s is j: numerators of (L.6) and (L.7).
    double hops_after(int s, int j, int most_before) const {
        double sum = 0;
        for (int k = 0; k <= most_before; ++k) {
            for (int m = 0; m <= n_ - j - 1; ++m) {
                sum += (m + 1) * choose_(s, k) * choose_(n_ - j - 1, m) * each_[k + m + 2];
            }
        }
        return sum;
    }

    double one_hop() const { return each_[1]; }

private:
    int n_;
    Binomials choose_;
    std::vector<double> each_;
};

}  // namespace

std::vector<double> uniform_hops(int dimensions) {
    const Binomials choose(dimensions);
    std::vector<double> hops;
    for (int k = 1; k <= dimensions; ++k) {
        hops.push_back(choose(dimensions, k) / (std::ldexp(1.0, dimensions) - 1));
    }
    return hops;
}

std::vector<double> spherical_hops(int dimensions) {
    return std::vector<double>(dimensions, 1.0 / dimensions);
}

std::vector<double> halving_hops(int dimensions) {
    std::vector<double> hops;
    for (int k = 1; k <= dimensions; ++k) {
        hops.push_back(std::ldexp(1.0, dimensions - k) / (std::ldexp(1.0, dimensions) - 1));
    }
    return hops;
}

LeftToRightTraffic::LeftToRightTraffic(const std::vector<double>& hops)
    : dimensions(static_cast<int>(hops.size())) {
    const Sums sums(hops);
    for (int k = 1; k <= dimensions; ++k) {
        mean_hops += k * hops[k - 1];
    }
    for (int s = 0; s < dimensions; ++s) {
        transit.push_back(sums.transit(s));
        generated.push_back(sums.generated(s));
        ends_after.push_back(sums.ending(s) * dimensions / mean_hops);  // T_s = h_a / n
        // Channels where no message starts (far destinations only) must not divide 0 by 0.
        generated_ends_after.push_back(generated[s] > 0 ? sums.one_hop() / generated[s] : 1.0);

        const double going_on = sums.continuing(s, s);
        const double generated_going_on = sums.continuing(s, 0);
        remaining.emplace_back(dimensions, 0.0);
        generated_remaining.emplace_back(dimensions, 0.0);
        for (int j = s + 1; j < dimensions; ++j) {
            remaining[s][j] = ratio(sums.hops_after(s, j, s), going_on);
            generated_remaining[s][j] = ratio(sums.hops_after(s, j, 0), generated_going_on);
        }
    }
}

}  // namespace flitscope::analytic
