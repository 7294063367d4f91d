#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/measurement/backlog_trend.h"
#include "testbenches/drive/measurement/busy_periods.h"
#include "testbenches/drive/measurement/collective_bound.h"
#include "testbenches/drive/measurement/findings.h"
#include "testbenches/drive/measurement/latency_intervals.h"
#include "testbenches/drive/measurement/simulation_hooks.h"
#include "testbenches/drive/measurement/stopping_rule.h"
#include "testbenches/drive/measurement/time_series.h"
#include "testbenches/drive/measurement/zero_load.h"
#include "testbenches/drive/traffic/traffic_source.h"

namespace flitscope::tb {

/// Decides when a run measures and when it ends, and collects its findings (docs/measurement.md).
///
/// A run has a warm-up, then a measuring window of batches, then a drain, in which the sources
/// continue until the messages of the window are delivered. All decisions are made at edges that
/// follow from the messages alone, and all sums are integers. So neither the order of deliveries
/// within a cycle nor further calls change the result.
class Measurement {
public:
    /// The run lasts until the latency of every kind of operation of the traffic is known, too.
    /// Where the traffic never holds back, only a network whose queues were seen empty again and
    /// again is stable.
    Measurement(const MeasureConfig& config, const TrafficConfig& traffic,
                const rtl::NetworkDescription& description);

    /// Next edge at which at_edge must be called.
    rtl::Cycle next_edge() const { return next_edge_; }
    /// Call it before the messages of this edge. False: the run is over.
    bool at_edge(rtl::Cycle edge, const rtl::Network& network);
    /// Ends the run at this edge, complete or not.
    void finish(rtl::Cycle edge, const rtl::Network& network);

    /// The message joins a queue, now or later. `in_operation`: it is part of an operation, which
    /// is measured as a whole.
    void generated(const rtl::Message& message, bool in_operation = false);
    /// Whether the traffic never holds back.
    bool watches_queues() const { return busy_.has_value(); }
    /// As BusyPeriods::joins; only with watches_queues().
    void joins(topo::NodeId node, int queue, rtl::Cycle edge, std::size_t waiting) {
        busy_->joins(node, queue, edge, waiting);
    }
    /// So many operations begin; their messages are also `generated`.
    void begun(OperationKind kind, rtl::Cycle edge, std::int64_t count);
    void lost(const rtl::Message& message);  ///< generated, but does not join
    /// Call it after `generated`, at this edge, after at_edge. No latency includes the message.
    void lost_on_its_way(const rtl::Message& message, rtl::Cycle edge);
    /// Throws std::logic_error for a message faster than the zero-load rule.
    void delivered(const rtl::Delivery& delivery, bool in_operation = false);
    /// Call it after the operation's last message was `delivered`. Throws std::logic_error for a
    /// collective that is faster than its bound, or that left a node with a wrong result.
    void operation_finished(const FinishedOperation& operation);

    const MessageCounts& counts() const { return counts_; }
    Progress progress(rtl::Cycle edge) const;
    bool saturated() const { return saturated_; }
    /// Neither saturated nor observed for long enough to be stable.
    bool undecided() const { return !saturated_ && doubt().has_value(); }

    /// After the end.
    Findings findings() const;
    const std::vector<SeriesPoint>& series() const { return series_.points(); }

private:
    enum class Phase { warmup, measuring, draining, finished };
    /// Statistics of all unicasts, or of all operations of a kind.
    struct Books {
        bool used = false;  ///< there are some, or will be
        BatchMeans batches;
        LatencyIntervals intervals;
        MessageStatistics window;  ///< those of the window
        // While draining: the window's batches, and the messages after it, in case the window is
        // extended.
        BatchMeans window_batches;
        MessageStatistics later;
        std::int64_t messages = 0;       ///< of one operation, if all have the same number
        std::int64_t wrong_results = 0;  ///< of the whole run
    };

    /// Of the messages of one class so far.
    struct ClassFlits {
        std::int64_t generated = 0;
        std::int64_t delivered = 0;
    };

    /// The counters read at either end of the measuring window.
    struct WindowSnapshot {
        rtl::Cycle edge = 0;
        std::int64_t flits_generated = 0;
        std::uint64_t flits_ejected = 0;
        ChannelSnapshot channels;
        PortSnapshot ports;
        std::vector<std::int64_t> node_flits;  ///< generated, by node; `measure.per_node`
        std::vector<ClassFlits> class_flits;
    };

    void count_flits(const rtl::Message& message);
    WindowSnapshot snapshot(rtl::Cycle edge, const rtl::Network& network) const;
    LatencySample sample(const rtl::Delivery& delivery) const;
    void begin(Books& books, rtl::Cycle edge);
    void settle(Books& books, rtl::Cycle joined, rtl::Cycle look, const LatencySample* taken);
    void open_window(const BatchGrid& grid, const rtl::Network& network);
    void complete_batch(rtl::Cycle edge, const rtl::Network& network);
    void close_window(rtl::Cycle edge, const rtl::Network& network);
    void merge_later();
    void end_drain(rtl::Cycle edge, const rtl::Network& network);
    LatencyIntervals::Look look(const Books& books, const BatchMeans& means) const;
    bool window_is_precise() const;
    void look_and_remember(rtl::Cycle edge, const rtl::Network& network);
    std::int64_t measured() const;
    Books& unicasts() { return books_.front(); }
    const Books& unicasts() const { return books_.front(); }
    Books& books_of(OperationKind kind) { return books_[1 + index_of(kind)]; }
    OperationFindings findings_of(const Books& books) const;
    bool is_saturated() const;
    bool latency_is_too_long() const;
    void look_at_links(rtl::Cycle edge, const rtl::Network& network);
    rtl::Cycle cycles_that_may_decide() const {
        return std::max(2 * now_, 2 * BusyPeriods::kShare * busy_->longest());
    }
    bool settled() const { return !busy_ || busy_->settled(now_); }
    /// Why the network is not stable; none: it is.
    std::optional<std::string> doubt() const;
    void plan_next_edge(rtl::Cycle edge);
    LatencySummary summary(const LatencyStatistics& latencies, const LatencyIntervals::Look& look,
                           std::size_t kind) const;
    void add_warnings(Findings& findings) const;
    void add_window(Findings& findings) const;
    std::vector<NodeResult> node_results() const;
    std::vector<MessageClassResult> class_results(double node_cycles) const;
    ClassFlits& flits_of_class(const rtl::Message& message) {
        return class_flits_[static_cast<std::size_t>(message.message_class)];
    }

    MeasureConfig config_;
    StoppingRule rule_;
    const rtl::NetworkDescription* description_;
    ZeroLoadReference zero_load_;
    std::optional<CollectiveBound> bound_;  ///< of collectives

    Phase phase_ = Phase::warmup;
    bool saturated_ = false;
    bool limit_reached_ = false;  ///< the window was closed by max_cycles
    rtl::Cycle next_edge_ = 0;
    rtl::Cycle now_ = 0;
    MessageCounts counts_;
    std::vector<std::int64_t> node_flits_;  ///< generated so far, by node; `measure.per_node`
    std::vector<ClassFlits> class_flits_;   ///< by message class; empty: there is one
    double relative_error_ = 0;             ///< as of the last look; 0: not known yet

    std::optional<WindowSnapshot> window_start_, window_end_;
    std::array<Books, 1 + kOperationKinds> books_;  ///< of unicasts, and of operations by kind
    BacklogTrend backlog_;
    std::optional<BusyPeriods> busy_;
    std::int64_t window_undelivered_ = 0;  ///< unicasts and operations of the window
    std::int64_t window_lost_ = 0;         ///< on their way
    std::int64_t later_undelivered_ = 0;   ///< as Books::later

    TimeSeries series_;
};

}  // namespace flitscope::tb
