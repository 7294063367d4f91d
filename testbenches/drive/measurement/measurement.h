#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/measurement/backlog_trend.h"
#include "testbenches/drive/measurement/channel_statistics.h"
#include "testbenches/drive/measurement/latency_intervals.h"
#include "testbenches/drive/measurement/latency_statistics.h"
#include "testbenches/drive/measurement/measure_config.h"
#include "testbenches/drive/measurement/port_statistics.h"
#include "testbenches/drive/measurement/zero_load.h"

namespace flitscope::tb {

/// One point of the time series: the interval of `series_every` cycles that ends at `cycle`.
struct SeriesPoint {
    rtl::Cycle cycle = 0;
    std::int64_t generated = 0;     ///< messages, in the interval
    std::int64_t delivered = 0;     ///< messages, in the interval
    std::int64_t undelivered = 0;   ///< messages generated and not delivered at the end
    double offered = 0;             ///< flits/node/cycle
    double accepted = 0;            ///< flits/node/cycle
    std::optional<double> latency;  ///< mean of the messages delivered in the interval
};

/// One node over the measuring window.
struct NodeResult {
    double offered = 0;             ///< flits/cycle of the messages that it generated
    double accepted = 0;            ///< flits/cycle that it consumed
    std::optional<double> latency;  ///< mean of the measured messages that it generated
};

/// What a run found out.
struct Findings {
    rtl::Cycle simulated_cycles = 0;
    rtl::Cycle warmup_cycles = 0;
    rtl::Cycle measured_cycles = 0;  ///< length of the measuring window
    std::optional<double> offered;   ///< flits/node/cycle; none: no window
    std::optional<double> accepted;
    std::array<LatencySummary, kLatencyKinds> latency;
    std::optional<double> mean_hops;
    std::vector<ChannelClassResult> channels;
    std::vector<PortClassResult> ports;
    std::vector<NodeResult> nodes;  ///< by node; only with `measure.per_node`
    std::vector<std::string> warnings;

    LatencySummary& operator[](LatencyKind kind) { return latency[static_cast<std::size_t>(kind)]; }
    const LatencySummary& operator[](LatencyKind kind) const {
        return latency[static_cast<std::size_t>(kind)];
    }
};

/// Decides when a run measures and when it ends, and collects what it finds (docs/measurement.md).
///
/// Warm-up, then a measuring window of batches, then a drain in which the messages of the window
/// are waited for while the sources go on. Everything is decided at edges that follow from the
/// messages alone and all sums are integers, so neither the order of deliveries within a cycle nor
/// further calls change anything.
class Measurement {
public:
    enum class Phase { warmup, measuring, draining, finished };

    Measurement(const MeasureConfig& config, const rtl::NetworkDescription& description);

    /// Next edge at which at_edge must be called.
    rtl::Cycle next_edge() const { return next_edge_; }
    /// Before the messages of this edge. False: the run is over.
    bool at_edge(rtl::Cycle edge, const rtl::Network& network);
    /// Ends the run at this edge, complete or not.
    void finish(rtl::Cycle edge, const rtl::Network& network);

    void generated(const rtl::Message& message);  ///< joins a queue, or will
    void lost(const rtl::Message& message);       ///< generated, but its queue was full
    /// Throws std::logic_error for a message faster than the zero-load rule.
    void delivered(const rtl::Delivery& delivery);

    struct Counts {
        std::int64_t generated = 0;  ///< messages, lost ones included
        std::int64_t delivered = 0;
        std::int64_t lost = 0;
        std::int64_t flits_generated = 0;  ///< of generated messages

        std::int64_t undelivered() const { return generated - delivered - lost; }
    };
    const Counts& counts() const { return counts_; }
    Phase phase() const { return phase_; }
    bool saturated() const { return saturated_; }
    /// As of the last look; 0: not known yet.
    double relative_error() const { return relative_error_; }

    /// After the end.
    Findings findings() const;
    const std::vector<SeriesPoint>& series() const { return series_; }

private:
    /// What is read at either end of the window.
    struct Snapshot {
        rtl::Cycle edge = 0;
        std::int64_t flits_generated = 0;
        std::uint64_t flits_ejected = 0;
        ChannelSnapshot channels;
        PortSnapshot ports;
        std::vector<std::int64_t> node_flits;  ///< generated, by node; `measure.per_node`
    };

    void count_flits(const rtl::Message& message);
    std::vector<NodeResult> node_results() const;
    Snapshot snapshot(rtl::Cycle edge, const rtl::Network& network) const;
    LatencySample sample(const rtl::Delivery& delivery) const;
    void open_window(rtl::Cycle edge, const rtl::Network& network);
    void complete_batch(rtl::Cycle edge, const rtl::Network& network);
    void close_window(rtl::Cycle edge, const rtl::Network& network);
    void end_drain(rtl::Cycle edge, const rtl::Network& network);
    LatencyIntervals::Look look(const BatchMeans& means) const;
    bool is_saturated() const;
    void add_series_point(rtl::Cycle edge, const rtl::Network& network);
    void plan_next_edge(rtl::Cycle edge);
    void add_warnings(Findings& findings, const LatencyIntervals::Look& look) const;

    MeasureConfig config_;
    const rtl::NetworkDescription* description_;
    ZeroLoadReference zero_load_;
    double nodes_;

    Phase phase_ = Phase::warmup;
    bool saturated_ = false;
    bool limit_reached_ = false;  ///< the window was closed by max_cycles
    rtl::Cycle next_edge_ = 0;
    rtl::Cycle now_ = 0;
    Counts counts_;
    std::vector<std::int64_t> node_flits_;  ///< generated so far, by node; `measure.per_node`
    double relative_error_ = 0;

    std::optional<Snapshot> window_start_, window_end_;
    BatchMeans batches_;
    LatencyIntervals intervals_;
    BacklogTrend backlog_;
    MessageStatistics window_;  ///< messages of the window
    std::int64_t window_undelivered_ = 0;
    // While draining: the window's batches, and what comes after the window in case it goes on.
    BatchMeans window_batches_;
    MessageStatistics later_;
    std::int64_t later_undelivered_ = 0;

    std::vector<SeriesPoint> series_;
    rtl::Cycle series_edge_;
    Counts series_counts_;              ///< at the last point
    std::uint64_t series_ejected_ = 0;  ///< flits, at the last point
    std::int64_t interval_latency_ = 0;
};

}  // namespace flitscope::tb
