// What a measurement decides: whether its intervals are short enough, and whether the load is
// carried.

#include <algorithm>

#include "testbenches/drive/measurement/measurement.h"

namespace flitscope::tb {

namespace {

constexpr int kBatchesWanted = 20;              ///< before anything is decided
constexpr double kSaturationConfidence = 0.99;  ///< at least: a run makes many such tests
constexpr int kSaturationFactor = 20;           ///< times the zero-load mean
constexpr double kRiseConfidence =
    0.99;  ///< own choice: one run in 200 is called undecided by accident

}  // namespace

void Measurement::look_and_remember(rtl::Cycle edge, const rtl::Network& network) {
    struct Looked {
        Books* books;
        LatencyIntervals::Look look;
    };
    std::vector<Looked> all;
    for (Books& books : books_) {
        if (books.used) {
            all.push_back({&books, look(books, books.batches)});
        }
    }
    relative_error_ = 0;
    bool precise = settled();
    for (const Looked& each : all) {
        relative_error_ = std::max(relative_error_, each.look.relative_error());
        precise = precise && each.look.precise(config_.relative_error);
    }
    if (precise && rule_.decided()) {
        close_window(edge, network);
        return;
    }
    const bool decides = precise && rule_.decide(unicasts().batches.grid());
    for (const Looked& each : all) {
        each.books->intervals.remember(each.look, each.books->batches, decides);
    }
    if (decides) {
        open_window(unicasts().batches.grid().again(edge), network);
    }
}

LatencyIntervals::Look Measurement::look(const Books& books, const BatchMeans& means) const {
    return books.intervals.look(means, means.settled(), config_.confidence);
}

/// All latencies that are measured have the precision that is asked for.
bool Measurement::window_is_precise() const {
    return std::all_of(books_.begin(), books_.end(), [&](const Books& books) {
        return !books.used || look(books, books.window_batches).precise(config_.relative_error);
    });
}

bool Measurement::is_saturated() const {
    const BatchGrid& grid = unicasts().batches.grid();
    if (grid.completed() < kBatchesWanted) {
        return false;
    }
    if (latency_is_too_long()) {
        return true;
    }
    const std::int64_t messages = unicasts().window.count() + unicasts().later.count();
    const std::int64_t zero_load = unicasts().window.zero_load + unicasts().later.zero_load;
    // Shorter batches could still show how the network fills.
    return grid.length() * messages >= zero_load &&
           backlog_.grows(description_->topology->nodes(),
                          std::max(config_.confidence, kSaturationConfidence));
}

/// The whole interval must be too long: one long wait in a network that carries its load is no
/// saturation.
bool Measurement::latency_is_too_long() const {
    const BatchMeans& batches = unicasts().batches;
    const std::int64_t messages = unicasts().window.count() + unicasts().later.count();
    if (messages == 0) {
        return false;
    }
    const double zero_load =
        static_cast<double>(unicasts().window.zero_load + unicasts().later.zero_load) /
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
        return "more and more messages are under way";
    }
    // In unbounded buffers, messages may wait outside the queues that are watched.
    const LatencyIntervals::Look last = look(unicasts(), unicasts().window_batches);
    const char* const distrust = last.distrust[static_cast<std::size_t>(LatencyKind::unicast)];
    if (description_->router.buffer_flits == rtl::kUnbounded && distrust != nullptr) {
        return std::string("buffers are unbounded, and the latency has no interval: ") + distrust;
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
