#include "testbenches/drive/measurement/time_series.h"

#include <utility>

namespace flitscope::tb {

void TimeSeries::end_interval(const MessageCounts& counts, std::uint64_t flits_ejected,
                              ChannelSnapshot channels) {
    const double node_cycles =
        static_cast<double>(description_->topology->nodes()) * static_cast<double>(every_);
    SeriesPoint point;
    point.cycle = next_edge_;
    point.generated = counts.generated - counts_.generated;
    point.delivered = counts.delivered - counts_.delivered;
    point.undelivered = counts.undelivered();
    point.offered =
        static_cast<double>(counts.flits_generated - counts_.flits_generated) / node_cycles;
    point.accepted = static_cast<double>(flits_ejected - ejected_) / node_cycles;
    if (latencies_ > 0) {
        point.latency = static_cast<double>(latency_) / static_cast<double>(latencies_);
    }
    point.channels = ChannelSnapshot::loads(channels_, channels, every_, *description_);
    points_.push_back(std::move(point));
    counts_ = counts;
    ejected_ = flits_ejected;
    channels_ = std::move(channels);
    latency_ = 0;
    latencies_ = 0;
    next_edge_ += every_;
}

}  // namespace flitscope::tb
