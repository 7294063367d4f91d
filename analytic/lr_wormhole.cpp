#include "analytic/lr_wormhole.h"

#include <cmath>
#include <numeric>
#include <string>

namespace flitscope::analytic {
namespace {

constexpr const char* kLrWormhole = "lr_wormhole";

/// 3 - h_a: the sign decides whether finite buffers with random routing saturate, so rounding in
/// the sum behind h_a must not.
double below_three_hops(double hops) {
    const double difference = 3 - hops;
    return std::abs(difference) < 1e-12 ? 0 : difference;
}

std::string channel_name(int s) { return "channel, dimension " + std::to_string(s); }

LrWormholeParameters checked(LrWormholeParameters p) {
    const std::size_t n = p.hops.size();
    require(n >= 1 && n <= 62, kLrWormhole, "dimensions", static_cast<double>(n), "1..62");
    for (const double probability : p.hops) {
        require(probability >= 0 && probability <= 1, kLrWormhole, "hops", probability,
                "probabilities 0..1");
    }
    const double sum = std::accumulate(p.hops.begin(), p.hops.end(), 0.0);
    require(std::abs(sum - 1) <= 1e-9, kLrWormhole, "hops", sum, "probabilities that sum to 1");
    require(p.length >= 1 && p.length <= 1e12, kLrWormhole, "length", p.length, "1..1e12");
    require(p.flit_time > 0 && p.flit_time <= 1e12, kLrWormhole, "flit_time", p.flit_time,
            "above 0, at most 1e12");
    if (p.switching == LrSwitching::virtual_cut_through && p.buffer == LrBuffer::finite) {
        throw ParameterError(kLrWormhole, "buffer", "finite", "infinite under virtual cut-through");
    }
    for (double& probability : p.hops) {
        probability /= sum;
    }
    return p;
}

}  // namespace

LrWormhole::LrWormhole(const LrWormholeParameters& parameters)
    : parameters_(checked(parameters)), traffic_(parameters_.hops) {}

/// (L.8) to (L.11). d_s needs the channels above s only, so one sweep downwards is exact. Past
/// saturation the sweep goes on with P_b >= 1 to find nothing but that; no such value is returned.
Solution<LrWormholeValues> LrWormhole::left_to_right(double rate) const {
    const int n = traffic_.dimensions;
    const double per_channel = traffic_.mean_hops / n * rate;
    Solution<LrWormholeValues> solution{LrWormholeValues{}};
    std::vector<double>& d = solution.values->half_holding;
    std::vector<double>& blocking = solution.values->blocking;
    d.assign(n, 0.0);
    blocking.assign(n, 0.0);
    for (int s = n - 1; s >= 0; --s) {
        double blocked = 0;
        for (int j = s + 1; j < n; ++j) {
            blocked += blocking[j] * traffic_.remaining[s][j] * d[j];
        }
        d[s] = (parameters_.length + (1 - traffic_.ends_after[s]) * blocked) / 2;
        const double busy = 2 * d[s] * parameters_.flit_time * per_channel;  // (L.9)
        if (parameters_.buffer == LrBuffer::finite) {
            blocking[s] = busy / (1 + busy);
        } else if (busy < 1) {
            blocking[s] = busy;
        } else {
            return {std::nullopt, channel_name(s)};
        }
    }
    solution.values->delay = delay_of(blocking, d);
    return solution;
}

double LrWormhole::delay_of(const std::vector<double>& blocking,
                            const std::vector<double>& d) const {
    const int n = traffic_.dimensions;
    double mean = 0;
    for (int s = 0; s < n; ++s) {
        double blocked = 0;
        for (int j = s + 1; j < n; ++j) {
            blocked += blocking[j] * traffic_.generated_remaining[s][j] * d[j];
        }
        const double from_here =
            parameters_.length + (1 - traffic_.generated_ends_after[s]) * blocked;  // (L.10)
        mean +=
            from_here * (parameters_.mean == LrMean::weighted ? traffic_.generated[s] : 1.0 / n);
    }
    return parameters_.flit_time * (traffic_.mean_hops - 1 + mean);  // (L.11), (L.12)
}

/// (L.13)
Solution<LrWormholeValues> LrWormhole::cut_through(double rate) const {
    const int n = traffic_.dimensions;
    const double busy = traffic_.mean_hops / n * rate * parameters_.length * parameters_.flit_time;
    if (!(busy < 1)) {
        return {std::nullopt, "channel"};
    }
    LrWormholeValues values;
    values.blocking.assign(n, busy);
    return {values, {}};
}

double LrWormhole::unblocked_delay() const {
    return (parameters_.length + traffic_.mean_hops - 1) * parameters_.flit_time;
}

/// (L.14)
Solution<LrWormholeValues> LrWormhole::random_infinite(double rate) const {
    const double n = traffic_.dimensions;
    const double hops = traffic_.mean_hops;
    const double load = 2 * hops * (hops - 1) * rate * unblocked_delay() / n;
    if (load > 1) {
        return {std::nullopt, "channel"};
    }
    const double delay = 2 * unblocked_delay() / (1 + std::sqrt(1 - load));
    const double blocking = hops / n * rate * delay;
    if (!(blocking < 1)) {
        return {std::nullopt, "channel"};
    }
    LrWormholeValues values;
    values.delay = delay;
    values.blocking.assign(traffic_.dimensions, blocking);
    return {values, {}};
}

/// (L.15): a t^2 + b t - c = 0, all divided by n.
Solution<LrWormholeValues> LrWormhole::random_finite(double rate) const {
    const double traffic_per_channel = rate * traffic_.mean_hops / traffic_.dimensions;
    const double c = unblocked_delay();
    const double a = traffic_per_channel * below_three_hops(traffic_.mean_hops) / 2;
    const double b = 1 - c * traffic_per_channel;
    const double discriminant = b * b + 4 * a * c;
    if (!(discriminant >= 0) || (b <= 0 && a <= 0)) {
        return {std::nullopt, "channel"};
    }
    const double root = std::sqrt(discriminant);
    // Two forms of the same root: each adds numbers of one sign only.
    const double delay = b >= 0 ? 2 * c / (b + root) : (root - b) / (2 * a);
    LrWormholeValues values;
    values.delay = delay;
    values.blocking.assign(traffic_.dimensions,
                           traffic_per_channel * delay / (1 + traffic_per_channel * delay));
    return {values, {}};
}

Solution<LrWormholeValues> LrWormhole::solve(double rate) const {
    if (parameters_.switching == LrSwitching::virtual_cut_through) {
        return cut_through(rate);
    }
    if (parameters_.routing == LrRouting::left_to_right) {
        return left_to_right(rate);
    }
    return parameters_.buffer == LrBuffer::infinite ? random_infinite(rate) : random_finite(rate);
}

Solution<LrWormholeValues> LrWormhole::at(double rate) const {
    require_rate(kLrWormhole, rate);
    Solution<LrWormholeValues> solution = solve(rate);
    if (!solution.ok()) {
        // Far beyond saturation a higher channel may fail first in the order of solution.
        solution.limiting = saturation()->limiting;
    }
    return solution;
}

std::optional<Saturation> LrWormhole::saturation() const {
    const double n = traffic_.dimensions;
    const double hops = traffic_.mean_hops;
    const bool finite_buffer = parameters_.buffer == LrBuffer::finite;
    if (parameters_.switching == LrSwitching::virtual_cut_through) {
        return Saturation{n / (hops * parameters_.length * parameters_.flit_time), "channel"};
    }
    if (parameters_.routing == LrRouting::left_to_right) {
        if (finite_buffer) {
            return std::nullopt;
        }
        const double unloaded = n / (hops * parameters_.length * parameters_.flit_time);
        const auto [last_ok, first_not] =
            bracket_saturation([this](double rate) { return solve(rate).ok(); }, unloaded);
        return Saturation{last_ok, solve(first_not).limiting};
    }
    const double capacity = n / (hops * unblocked_delay());
    if (!finite_buffer) {
        // Above two hops the square root vanishes first, below P_b reaches 1 first.
        return Saturation{hops > 2 ? capacity / (2 * (hops - 1)) : capacity * (3 - hops) / 2,
                          "channel"};
    }
    const double above_three = -below_three_hops(hops);
    if (above_three < 0) {
        return std::nullopt;
    }
    // (1-y)^2 = 2 (h_a - 3) y with y = rate / capacity, smaller root.
    return Saturation{capacity / (1 + above_three + std::sqrt(above_three * (2 + above_three))),
                      "channel"};
}

}  // namespace flitscope::analytic
