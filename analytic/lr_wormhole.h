#pragma once

#include <optional>
#include <vector>

#include "analytic/left_to_right_traffic.h"
#include "analytic/solution.h"

namespace flitscope::analytic {

/// A message that finds its channel taken waits (infinite), or is turned away (finite).
enum class LrBuffer { infinite, finite };
enum class LrSwitching { wormhole, virtual_cut_through };
/// Differing bits in increasing order, or a random one at every hop.
enum class LrRouting { left_to_right, random };
/// Delay over the channels a message starts on: weighted by how many start there (L.11), or all
/// channels alike (L.12, the form compared with Dally's model).
enum class LrMean { weighted, unweighted };

/// What the model is asked for (docs/models.md).
struct LrWormholeParameters {
    std::vector<double> hops = uniform_hops(6);  ///< P_1..P_n, n in 1..62, each >= 0, sum 1
    double length = 32;                          ///< l, mean flits, exponential; 1..1e12
    double flit_time = 1;                        ///< t_u: one flit over one hop, > 0
    LrBuffer buffer = LrBuffer::infinite;
    LrSwitching switching = LrSwitching::wormhole;  ///< cut-through: infinite buffers only
    LrRouting routing = LrRouting::left_to_right;
    LrMean mean = LrMean::weighted;
};

/// What it answers at a rate below saturation.
struct LrWormholeValues {
    /// t_avg from acquiring the first channel to the end of reception, in units of flit_time; empty
    /// under cut-through, for which the paper gives none.
    std::optional<double> delay;
    std::vector<double> blocking;  ///< P_{b,s} of channel s = 0..n-1, 0 <= P < 1
    /// d_s, flits: half of the time a message holds channel s; left-to-right wormhole only.
    std::vector<double> half_holding;
};

/// Wormhole routing without virtual channels in the n-cube, exponential message lengths.
///
/// Source  J. Kim, C. R. Das, Hypercube communication delay with wormhole routing, IEEE Trans.
///         Computers 43(7), 1994; equations (L.1) to (L.15) of docs/models.md.
/// Units   rates in messages/node per unit of flit_time. The wait for the first channel at the
///         source is not part of the delay.
/// Errors  ParameterError for parameters or rates out of range.
class LrWormhole {
public:
    explicit LrWormhole(const LrWormholeParameters& parameters);

    /// Values at a rate >= 0.
    Solution<LrWormholeValues> at(double rate) const;

    /// Empty where every rate has values: finite buffers with left-to-right routing, or with random
    /// routing and a mean distance below 3.
    std::optional<Saturation> saturation() const;

    const LeftToRightTraffic& traffic() const { return traffic_; }
    const LrWormholeParameters& parameters() const { return parameters_; }

private:
    Solution<LrWormholeValues> solve(double rate) const;
    Solution<LrWormholeValues> left_to_right(double rate) const;
    Solution<LrWormholeValues> cut_through(double rate) const;
    Solution<LrWormholeValues> random_infinite(double rate) const;
    Solution<LrWormholeValues> random_finite(double rate) const;
    double delay_of(const std::vector<double>& blocking, const std::vector<double>& d) const;
    /// A: the delay of random routing at rate 0.
    double unblocked_delay() const;

    LrWormholeParameters parameters_;
    LeftToRightTraffic traffic_;
};

}  // namespace flitscope::analytic
