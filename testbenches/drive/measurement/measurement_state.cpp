// What a measurement says of itself: how far it is, and whether the load is carried.
#include "testbenches/drive/measurement/measurement.h"

namespace flitscope::tb {

namespace {

constexpr int kSaturationFactor = 20;  ///< times the zero-load mean
constexpr double kRiseConfidence =
    0.99;  ///< own choice: one run in 200 is called undecided by accident

}  // namespace

/// Beyond its interval: one long wait of a network that carries its load is no saturation.
bool Measurement::latency_is_too_long() const {
    const BatchMeans& batches = unicasts_.batches;
    const std::int64_t messages = unicasts_.window.count() + unicasts_.later.count();
    if (messages == 0) {
        return false;
    }
    const double zero_load =
        static_cast<double>(unicasts_.window.zero_load + unicasts_.later.zero_load) /
        static_cast<double>(messages);
    const IntervalEstimate unicast =
        batches.estimate(LatencyKind::unicast, batches.settled(), config_.confidence);
    return unicast.mean - unicast.half_width > kSaturationFactor * zero_load;
}

std::optional<std::string> Measurement::doubt() const {
    if (!busy_) {
        return std::nullopt;
    }
    if (!busy_->settled(now_)) {
        return busy_->busiest() + " was never empty for " + std::to_string(busy_->longest()) +
               " of " + std::to_string(now_) + " cycles";
    }
    if (!limit_reached_) {
        return std::nullopt;
    }
    if (backlog_.rises(kRiseConfidence)) {
        return "the messages under way become more and more";
    }
    // Where buffers have no bound, what waits need not wait in a queue that is watched.
    const LatencyIntervals::Look last = look(unicasts_, unicasts_.window_batches);
    const char* const distrust = last.distrust[static_cast<std::size_t>(LatencyKind::unicast)];
    if (description_->router.buffer_flits == rtl::kUnbounded && distrust != nullptr) {
        return std::string("buffers have no bound, and the latency no interval: ") + distrust;
    }
    return std::nullopt;
}

Progress Measurement::progress(rtl::Cycle edge) const {
    Progress progress;
    progress.cycle = edge;
    progress.max_cycles = config_.max_cycles;
    progress.phase = phase_ == Phase::warmup      ? "warm-up"
                     : phase_ == Phase::measuring ? "measuring"
                                                  : "draining";
    progress.generated = counts_.generated;
    progress.delivered = counts_.delivered;
    progress.relative_error = relative_error_;
    progress.relative_error_wanted = config_.relative_error;
    return progress;
}

void Measurement::look_at_links(rtl::Cycle edge, const rtl::Network& network) {
    if (busy_) {
        busy_->look(edge, network);
    }
}

}  // namespace flitscope::tb
