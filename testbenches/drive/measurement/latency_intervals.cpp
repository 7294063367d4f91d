#include "testbenches/drive/measurement/latency_intervals.h"

#include <algorithm>
#include <cmath>

#include "testbenches/drive/measurement/student_t.h"

namespace flitscope::tb {

namespace {

constexpr int kBatches = 19;              ///< of 20 complete ones the last may still be under way
constexpr int kMessagesPerBatch = 10;     ///< on average, at least
constexpr int kLatenciesPerBatch = 10;    ///< a batch lasts at least this many mean latencies
constexpr int kCorrelationTimes = 90;     ///< a window lasts at least this many
constexpr int kFilledBatches = 5;         ///< at least
constexpr int kCongestedLatencies = 10;   ///< correlation time of a network congested as a whole
constexpr int kQueueShare = 20;           ///< waits are rare below this part of the latency
constexpr double kRareVariation = 5;      ///< standard deviation of such waits over their mean
constexpr double kOftenVariation = 0.75;  ///< ... of others, over that of waits that are all alike
constexpr double kChance = 2;             ///< errors of two windows: F(19, 19) at 99.8 %, root
constexpr double kLonger = 1.25;          ///< than promised, at most

constexpr std::size_t index_of(LatencyKind kind) { return static_cast<std::size_t>(kind); }
constexpr std::size_t kUnicast = index_of(LatencyKind::unicast);
constexpr std::size_t kNetwork = index_of(LatencyKind::network);
constexpr std::size_t kQueue = index_of(LatencyKind::source_queue);

bool waits_are_rare(double queue, double unicast) { return kQueueShare * queue < unicast; }

/// Standard deviation of the wait over its mean, in a network whose sources wait in bursts.
double burst_variation(double queue, double unicast) {
    return waits_are_rare(queue, unicast) ? kRareVariation
                                          : kOftenVariation * std::sqrt((unicast - queue) / queue);
}

double window_of(const IntervalEstimate& estimate, const BatchMeans& means) {
    return static_cast<double>(estimate.batches) * static_cast<double>(means.grid().length());
}

}  // namespace

double LatencyIntervals::Look::relative_error() const {
    const double mean = estimate[kUnicast].mean;
    return mean > 0 ? half_width[kUnicast] / mean : 0;
}

bool LatencyIntervals::Look::precise(double relative_error) const {
    for (std::size_t i = 0; i < kLatencyKinds; ++i) {
        if (i != kQueue && distrust[i] != nullptr) {
            return false;
        }
    }
    return half_width[kUnicast] <= relative_error * estimate[kUnicast].mean;
}

LatencyIntervals::Look LatencyIntervals::look(const BatchMeans& means, int batches,
                                              double confidence) const {
    Look look;
    for (std::size_t i = 0; i < kLatencyKinds; ++i) {
        look.estimate[i] = means.estimate(static_cast<LatencyKind>(i), batches, confidence);
        look.half_width[i] = look.estimate[i].half_width;
    }
    const double window = window_of(look.estimate[kUnicast], means);
    if (window > 0) {
        for (std::size_t i = 0; i < kLatencyKinds; ++i) {
            if (i != kQueue &&
                !decided_) {  // the source queue ends no run, so its luck is not rewarded
                look.half_width[i] = std::max(look.half_width[i], promised_[i] / std::sqrt(window));
            }
        }
        join_parts(look, window, confidence);
        if (decided_) {
            keep_promise(look, window);
        }
    }
    for (std::size_t i = 0; i < kLatencyKinds; ++i) {
        look.distrust[i] = distrust(static_cast<LatencyKind>(i), look, means);
    }
    return look;
}

void LatencyIntervals::join_parts(Look& look, double window, double confidence) const {
    const IntervalEstimate& unicast = look.estimate[kUnicast];
    const double queue = look.estimate[kQueue].mean;
    const double network = look.half_width[kNetwork];
    double queueing = look.half_width[kQueue];
    if (unicast.correlation_time > kCongestedLatencies * unicast.mean && queue > 0) {
        const double bursts = student_t_quantile(confidence, unicast.batches - 1) *
                              burst_variation(queue, unicast.mean) * queue *
                              std::sqrt(unicast.correlation_time / window);
        queueing = std::max(queueing, std::min(bursts, look.half_width[kUnicast] + network));
    }
    look.half_width[kUnicast] =
        std::max(look.half_width[kUnicast], std::sqrt(network * network + queueing * queueing));
    if (!waits_are_rare(queue, unicast.mean)) {  // then the errors of both parts have the same sign
        queueing = std::min(queueing, look.half_width[kUnicast] - network);
    }
    look.half_width[kQueue] = std::max(look.half_width[kQueue], queueing);
}

/// The mean of a window that the decision has not seen says nothing about the promise. The window's
/// own interval is long where its mean is high: with it, nearly all wrong intervals would lie too
/// low. So it counts only as far as it shows that the look was lucky.
void LatencyIntervals::keep_promise(Look& look, double window) const {
    for (std::size_t i = 0; i < kLatencyKinds; ++i) {
        if (i != kQueue) {
            const double promised = promised_[i] / std::sqrt(window);
            look.half_width[i] =
                std::clamp(look.half_width[i] / kChance, promised, kLonger * promised);
        }
    }
}

const char* LatencyIntervals::distrust(LatencyKind kind, const Look& look,
                                       const BatchMeans& means) const {
    const IntervalEstimate& estimate = look[kind];
    const double longest =
        std::max(longest_correlation_[index_of(kind)], estimate.correlation_time);
    if (estimate.batches < kBatches ||
        estimate.messages < std::int64_t{kMessagesPerBatch} * estimate.batches) {
        return "too few messages";
    }
    if (estimate.filled < kFilledBatches) {
        return "too few messages waited";
    }
    if (decided_) {
        return nullptr;  // the look has found the batches long enough
    }
    if (static_cast<double>(means.grid().length()) <
            kLatenciesPerBatch * look.estimate[kUnicast].mean ||
        (kind != LatencyKind::source_queue &&
         (!estimate.independent() || window_of(estimate, means) < kCorrelationTimes * longest))) {
        return "window too short for how slowly the latency changes";
    }
    return nullptr;
}

void LatencyIntervals::remember(const Look& look, const BatchMeans& means, bool decides) {
    if (decided_) {
        return;  // what was promised stands
    }
    for (std::size_t i = 0; i < kLatencyKinds; ++i) {
        const IntervalEstimate& estimate = look.estimate[i];
        longest_correlation_[i] = std::max(longest_correlation_[i], estimate.correlation_time);
        promised_[i] = (decides ? look.half_width[i] : estimate.half_width) *
                       std::sqrt(window_of(estimate, means));
    }
    decided_ = decides;
}

}  // namespace flitscope::tb
