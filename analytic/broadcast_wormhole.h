#pragma once

#include <array>
#include <string>
#include <vector>

#include "analytic/solution.h"

namespace flitscope::analytic {

/// Which reading of an equation: as printed in the paper, or corrected (docs/models.md).
enum class Reading { paper, corrected };

/// The three places where the printed equations do not conserve flow or hops.
struct BroadcastSwitches {
    /// Rate of messages to be replicated: 2^(n-1)-1 forwarding nodes (paper, which counts the
    /// leaves out twice) or all 2^n-1 receivers (corrected).
    Reading replicated_rate = Reading::corrected;
    Reading step_hop = Reading::corrected;        ///< hop cycle of a broadcast step: 0 or 1
    Reading source_weights = Reading::corrected;  ///< weights by messages, or by queue arrivals

    static BroadcastSwitches all(Reading reading) { return {reading, reading, reading}; }
};

/// What the model is asked for (docs/models.md).
struct BroadcastWormholeParameters {
    int dimensions = 6;             ///< n, 1..62
    int virtual_channels = 4;       ///< V per physical channel, >= 2
    double length = 32;             ///< M flits, 1..1e12
    double broadcast_fraction = 0;  ///< beta, 0..1: part of the generated messages
    double startup_cycles = 1;      ///< Delta, 0..1e12
    BroadcastSwitches switches;
    bool add_startup = false;  ///< add Delta to the unicast latency, which the paper leaves out
};

/// What it answers at a rate below saturation, besides the latencies.
struct BroadcastWormholeValues {
    double channel_rate = 0;              ///< lambda_c, messages/cycle on each channel
    double injection_rate = 0;            ///< lambda_s, messages/cycle into each injection queue
    std::vector<double> service;          ///< S_i, cycles, by dimension 0..n-1
    std::vector<double> blocking;         ///< B_i, cycles, by dimension
    std::vector<double> all_vcs_busy;     ///< P_{V,i}, by dimension
    std::vector<double> multiplexing_of;  ///< V_i, by dimension, >= 1
    double multiplexing = 1;              ///< their mean
    double source_wait = 0;               ///< W_s, cycles in an injection queue
    double unicast = 0;                   ///< L_u, cycles from the injection queue to the tail
    double broadcast_step = 0;            ///< L_b, cycles of one step of the tree
    double broadcast = 0;                 ///< n (L_b + Delta), cycles until the last node has it
};

/// Unicasts and binomial-tree broadcasts in the wormhole n-cube with virtual channels: an
/// approximate M/G/1 queueing model per dimension.
///
/// Source  A. Shahrabi, M. Ould-Khaoua, On the communication latency of wormhole routed
///         interconnection networks; equations (B.1) to (B.20) of docs/models.md.
/// Units   cycles; rates in messages/node/cycle.
/// Errors  ParameterError for parameters or rates out of range.
/// Here dimension i = 0..n-1 is the paper's i + 1; the highest is travelled first.
class BroadcastWormhole {
public:
    explicit BroadcastWormhole(const BroadcastWormholeParameters& parameters);

    /// Values at a rate >= 0; saturated when a channel or the injection queue has no steady state.
    Solution<BroadcastWormholeValues> at(double rate) const;

    /// By bisection, to 1e-12 relative.
    Saturation saturation() const;

    const BroadcastWormholeParameters& parameters() const { return parameters_; }

private:
    /// Service and blocking times at one rate, as far as the first resource without a steady state.
    struct Times {
        std::array<double, 62> service{};
        std::array<double, 62> blocking{};
        double unicast = 0;    ///< S_u
        double broadcast = 0;  ///< S_b
        double source = 0;     ///< S_s
        int resource = kNone;  ///< without steady state: a dimension, or one of the constants
    };
    static constexpr int kNone = -1;
    static constexpr int kSourceQueue = -2;

    Times solve(double rate) const;
    static std::string resource_name(int resource);

    BroadcastWormholeParameters parameters_;
    // Rates per unit of generation rate, so that rate 0 needs no limits.
    double unicast_share_ = 0;     ///< lambda_cu / lambda_g
    double broadcast_share_ = 0;   ///< (lambda_cb + lambda_cr) / lambda_g
    double queue_share_ = 0;       ///< lambda_s / lambda_g
    double broadcast_weight_ = 0;  ///< x of (B.15)
    double step_hop_ = 0;          ///< h_b
};

}  // namespace flitscope::analytic
