#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/measurement/channel_statistics.h"

namespace flitscope::tb {

/// Messages of a run so far.
struct MessageCounts {
    std::int64_t generated = 0;  ///< lost ones included
    std::int64_t delivered = 0;
    std::int64_t lost = 0;
    std::int64_t flits_generated = 0;  ///< of generated messages
    std::int64_t undelivered() const { return generated - delivered - lost; }
};

/// One point of the time series: the interval of `series_every` cycles that ends at `cycle`.
struct SeriesPoint {
    rtl::Cycle cycle = 0;
    std::int64_t generated = 0;         ///< messages, in the interval
    std::int64_t delivered = 0;         ///< messages, in the interval
    std::int64_t undelivered = 0;       ///< messages generated and not delivered at the end
    double offered = 0;                 ///< flits/node/cycle
    double accepted = 0;                ///< flits/node/cycle
    std::optional<double> latency;      ///< mean of the unicasts delivered in the interval
    std::vector<ChannelLoad> channels;  ///< ChannelSnapshot::loads; with `measure.per_channel`
};

/// Throughput and latency over time, interval by interval.
class TimeSeries {
public:
    /// `every`: cycles of an interval; 0: no series.
    TimeSeries(rtl::Cycle every, const rtl::NetworkDescription& description)
        : description_(&description), every_(every), next_edge_(every > 0 ? every : rtl::kNever) {}

    /// End of the interval in progress; kNever: there is none.
    rtl::Cycle next_edge() const { return next_edge_; }
    /// A unicast was delivered.
    void add_latency(std::int64_t cycles) {
        latency_ += cycles;
        ++latencies_;
    }
    /// At next_edge(). `channels`: of single channels, or of none.
    void end_interval(const MessageCounts& counts, std::uint64_t flits_ejected,
                      ChannelSnapshot channels);

    const std::vector<SeriesPoint>& points() const { return points_; }

private:
    const rtl::NetworkDescription* description_;
    rtl::Cycle every_;
    rtl::Cycle next_edge_;
    MessageCounts counts_;       ///< at the last point
    std::uint64_t ejected_ = 0;  ///< flits, at the last point
    ChannelSnapshot channels_;   ///< at the last point
    std::int64_t latency_ = 0;   ///< sum, of the interval in progress
    std::int64_t latencies_ = 0;
    std::vector<SeriesPoint> points_;
};

}  // namespace flitscope::tb
