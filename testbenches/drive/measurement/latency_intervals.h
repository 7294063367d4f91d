#pragma once

#include "testbenches/drive/measurement/batch_means.h"

namespace flitscope::tb {

/// The confidence intervals of all latencies of a run, and which of them can be trusted.
///
/// A run checks its intervals repeatedly until they are short. By itself this rewards luck: a
/// window that missed the rare bad times shows a low mean, a low variance and hardly any
/// correlation at once. Countermeasures (docs/measurement.md):
/// - the longest correlation time of all looks counts, not the present one;
/// - an interval is not shorter than the previous look promised for this window;
/// - the interval of the unicast latency is not shorter than those of its two parts together;
/// - if congestion moves through the whole network, the interval allows for bursts of waiting at
///   the sources that the window did not show;
/// - the look that finds them short only decides. The run reports a later window with the
///   intervals that the look promised, longer if that window deviates more than by chance.
class LatencyIntervals {
public:
    struct Look {
        std::array<IntervalEstimate, kLatencyKinds> estimate;
        std::array<double, kLatencyKinds> half_width{};     ///< cycles
        std::array<const char*, kLatencyKinds> distrust{};  ///< why not to believe it; null: do

        const IntervalEstimate& operator[](LatencyKind kind) const {
            return estimate[static_cast<std::size_t>(kind)];
        }
        /// The relative error of the unicast latency; 0: not known.
        double relative_error() const;
        /// Whether every latency has a reliable interval, except the source queue's, for which no
        /// run waits, and relative_error() is at most this.
        bool precise(double relative_error) const;
    };

    /// Over the first `batches` complete batches.
    Look look(const BatchMeans& means, int batches, double confidence) const;
    /// The run goes on after this look. It decides: all further ones are at a new window.
    void remember(const Look& look, const BatchMeans& means, bool decides = false);

private:
    const char* distrust(LatencyKind kind, const Look& look, const BatchMeans& means) const;
    void join_parts(Look& look, double window, double confidence) const;
    void keep_promise(Look& look, double window) const;

    std::array<double, kLatencyKinds> longest_correlation_{};  ///< cycles, of all looks
    std::array<double, kLatencyKinds> promised_{};  ///< last look: half width * sqrt(window)
    bool decided_ = false;
};

}  // namespace flitscope::tb
