#include "analytic/broadcast_wormhole.h"

#include <cmath>
#include <limits>
#include <optional>
#include <string>

namespace flitscope::analytic {
namespace {

constexpr const char* kBroadcastWormhole = "broadcast_wormhole";

/// base^exponent by squaring: the same bits everywhere, which libm does not promise.
double power(double base, int exponent) {
    double result = 1;
    for (; exponent > 0; exponent /= 2, base *= base) {
        if (exponent % 2 == 1) {
            result *= base;
        }
    }
    return result;
}

/// Blocking at one channel as a function of its own service time, (B.7) to (B.9).
///
/// With x = lambda_c S the probabilities of (B.7) sum to 1/(1-x), so P_v = (1-x) x^v below V and
/// P_V = x^V.
struct ChannelBlocking {
    double rate;      ///< lambda_c
    double previous;  ///< S of the next lower dimension, M at the lowest
    int vcs;

    struct Value {
        double blocking;
        double slope;  ///< d blocking / d service
    };

    Value at(double service) const {
        const double load = rate * service;
        const double idle = 1 - load;
        const double all_but_one = power(load, vcs - 1);
        const double all_busy = all_but_one * load;
        const double all_busy_slope = rate * vcs * all_but_one;
        const double excess = service - previous;
        const double squares = service * service + excess * excess;
        const double wait = rate * squares / (2 * idle);
        const double wait_slope =
            rate * (2 * service + 2 * excess) / (2 * idle) + wait * rate / idle;
        return {all_busy * wait, all_busy_slope * wait + all_busy * wait_slope};
    }
};

/// Smallest solution of S = base + blocking(S), or nothing.
///
/// blocking is increasing and convex in S below 1/lambda_c for V >= 2, so Newton's method from the
/// left rises monotonically to the smallest fixed point; where the curve turns upwards before it
/// meets the diagonal there is none.
std::optional<double> smallest_fixed_point(double base, const ChannelBlocking& channel) {
    double service = base;
    while (channel.rate * service < 1) {
        const auto [blocking, slope] = channel.at(service);
        const double gap = base + blocking - service;
        if (gap <= 4 * std::numeric_limits<double>::epsilon() * service) {
            return service;
        }
        if (slope >= 1) {
            return std::nullopt;
        }
        service += gap / (1 - slope);
    }
    return std::nullopt;
}

/// (B.17) for one dimension: sum v^2 P_v / sum v P_v, with the common factor x taken out so that
/// the limit at x = 0 is 1.
double multiplexing_degree(double load, int vcs) {
    double squares = 0;
    double busy = 0;
    double factor = 1;  // x^(v-1)
    for (int v = 1; v <= vcs && factor > 0; ++v) {
        const double probability = v < vcs ? (1 - load) * factor : factor;
        squares += static_cast<double>(v) * v * probability;
        busy += v * probability;
        factor *= load;
    }
    return squares / busy;
}

}  // namespace

BroadcastWormhole::BroadcastWormhole(const BroadcastWormholeParameters& parameters)
    : parameters_(parameters) {
    const auto& p = parameters_;
    require(p.dimensions >= 1 && p.dimensions <= 62, kBroadcastWormhole, "dimensions", p.dimensions,
            "1..62");
    require(p.virtual_channels >= 2, kBroadcastWormhole, "virtual_channels", p.virtual_channels,
            ">= 2");
    require(p.length >= 1 && p.length <= 1e12, kBroadcastWormhole, "length", p.length, "1..1e12");
    require(p.broadcast_fraction >= 0 && p.broadcast_fraction <= 1, kBroadcastWormhole,
            "broadcast_fraction", p.broadcast_fraction, "0..1");
    require(p.startup_cycles >= 0 && p.startup_cycles <= 1e12, kBroadcastWormhole, "startup_cycles",
            p.startup_cycles, "0..1e12");

    const double n = p.dimensions;
    const double nodes = std::ldexp(1.0, p.dimensions);
    const double beta = p.broadcast_fraction;
    const double mean_distance = n / 2 * nodes / (nodes - 1);      // (B.2)
    const double copies_per_node = (nodes - 1 - n) / (nodes - 1);  // (B.3)
    const double replicated =                                      // (B.5)
        beta * (p.switches.replicated_rate == Reading::paper ? nodes / 2 - 1 : nodes - 1);
    const double copies_per_port = copies_per_node / n * replicated;

    unicast_share_ = (1 - beta) * mean_distance / n;
    broadcast_share_ = beta + copies_per_port;                       // (B.4)
    queue_share_ = (1 - beta) / n + beta + copies_per_port;          // (B.6)
    broadcast_weight_ = p.switches.source_weights == Reading::paper  // (B.15)
                            ? (beta + replicated) / (1 + replicated)
                            : (beta + copies_per_port) / queue_share_;
    step_hop_ = p.switches.step_hop == Reading::paper ? 0 : 1;
}

BroadcastWormhole::Times BroadcastWormhole::solve(double rate) const {
    const auto& p = parameters_;
    const double channel_share = unicast_share_ + broadcast_share_;
    const double unicast_part = unicast_share_ / channel_share;
    const double fixed_part = p.length + (1 - unicast_part) * step_hop_;
    Times times;
    double previous = p.length;
    double lower = 0;  // sum over the dimensions below of 1 + B_j
    for (int i = 0; i < p.dimensions; ++i) {
        // (B.10) to (B.12): both kinds of message add B_i once.
        const double base = fixed_part + unicast_part * (1 + lower / 2);
        const ChannelBlocking channel{channel_share * rate, previous, p.virtual_channels};
        const std::optional<double> service = smallest_fixed_point(base, channel);
        if (!service) {
            times.resource = i;
            return times;
        }
        times.service[i] = *service;
        times.blocking[i] = channel.at(*service).blocking;
        lower += 1 + times.blocking[i];
        previous = *service;
    }
    const double nodes = std::ldexp(1.0, p.dimensions);
    times.broadcast = p.length + step_hop_ + (lower / p.dimensions - 1);  // (B.13)
    times.unicast = p.length + nodes / 2 / (nodes - 1) * lower;           // (B.14)
    times.source = broadcast_weight_ * times.broadcast + (1 - broadcast_weight_) * times.unicast;
    if (queue_share_ * rate * times.source >= 1) {
        times.resource = kSourceQueue;
    }
    return times;
}

std::string BroadcastWormhole::resource_name(int resource) {
    return resource == kSourceQueue ? "source queue"
                                    : "channel, dimension " + std::to_string(resource);
}

Solution<BroadcastWormholeValues> BroadcastWormhole::at(double rate) const {
    require_rate(kBroadcastWormhole, rate);
    const auto& p = parameters_;
    const Times times = solve(rate);
    if (times.resource != kNone) {
        // Far beyond saturation a lower dimension may fail first in the order of solution.
        return {std::nullopt, saturation().limiting};
    }
    BroadcastWormholeValues values;
    values.channel_rate = (unicast_share_ + broadcast_share_) * rate;
    values.injection_rate = queue_share_ * rate;
    double multiplexing_sum = 0;
    for (int i = 0; i < p.dimensions; ++i) {
        const double load = values.channel_rate * times.service[i];
        values.service.push_back(times.service[i]);
        values.blocking.push_back(times.blocking[i]);
        values.all_vcs_busy.push_back(power(load, p.virtual_channels));
        values.multiplexing_of.push_back(multiplexing_degree(load, p.virtual_channels));
        multiplexing_sum += values.multiplexing_of.back();
    }
    values.multiplexing = multiplexing_sum / p.dimensions;
    const double excess = times.source - p.length;
    values.source_wait = values.injection_rate *  // (B.16)
                         (times.source * times.source + excess * excess) /
                         (2 * (1 - values.injection_rate * times.source));
    values.broadcast_step = (times.broadcast + values.source_wait) * values.multiplexing;
    values.unicast = (times.unicast + values.source_wait) * values.multiplexing;
    values.broadcast = p.dimensions * (values.broadcast_step + p.startup_cycles);
    if (p.add_startup) {
        values.unicast += p.startup_cycles;
    }
    return {values, {}};
}

Saturation BroadcastWormhole::saturation() const {
    const double unloaded = 1 / ((unicast_share_ + broadcast_share_) * parameters_.length);
    const auto [last_ok, first_not] =
        bracket_saturation([this](double rate) { return solve(rate).resource == kNone; }, unloaded);
    return {last_ok, resource_name(solve(first_not).resource)};
}

}  // namespace flitscope::analytic
