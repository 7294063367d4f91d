#include "testbenches/drive/measurement/time_series.h"

namespace flitscope::tb {

void TimeSeries::end_interval(const MessageCounts& counts, std::uint64_t flits_ejected) {
    const double node_cycles = nodes_ * static_cast<double>(every_);
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
    points_.push_back(point);
    counts_ = counts;
    ejected_ = flits_ejected;
    latency_ = 0;
    latencies_ = 0;
    next_edge_ += every_;
}

}  // namespace flitscope::tb
