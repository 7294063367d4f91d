#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/microarchitecture/network.h"

namespace flitscope::tb {

/// Latencies of one class of messages, cycles. Empty (`count == 0`): no values.
struct LatencySummary {
    std::int64_t count = 0;
    std::optional<double> mean;
    std::optional<double> ci;  ///< half width of the confidence interval of the mean
    std::optional<std::int64_t> min, p50, p95, p99, max;
};

/// One channel, or the mean of a class of channels, over the measuring window.
struct ChannelResult {
    topo::NodeId from = topo::kNoNode;  ///< only for a single channel
    topo::NodeId to = topo::kNoNode;
    double utilisation = 0;                      ///< 0..1, share of cycles the link was busy
    std::optional<double> blocking_probability;  ///< of heads; none: no head came
    std::vector<double> vc_busy;                 ///< [0..V], share of cycles with v VCs held
};

struct ChannelClassResult {
    std::string name;  ///< Topology::link_classes
    ChannelResult mean;
    std::vector<ChannelResult> channels;  ///< by (from, port); only with `measure.per_channel`
};

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

/// A deadlock that ended the run.
struct DeadlockReport {
    rtl::Cycle edge = 0;             ///< at which it was found
    std::vector<rtl::VcWait> cycle;  ///< each waits for the next, the last for the first
};

/// Depends on machine and level, unlike everything else in a result.
struct Performance {
    double elaboration_s = 0;
    double simulation_s = 0;
    double cpu_s = 0;            ///< CPU time of the simulation
    double cycles_per_s = 0;     ///< per CPU-second
    double flit_hops_per_s = 0;  ///< per CPU-second
    double peak_rss_mb = 0;
};

/// What one run found out (docs/measurement.md). Units: cycles, flits/node/cycle.
struct Result {
    nlohmann::ordered_json config;  ///< ExperimentConfig::resolved
    std::string level;
    bool complete = true;  ///< false: interrupted or deadlocked
    bool saturated = false;

    rtl::Cycle simulated_cycles = 0;
    rtl::Cycle warmup_cycles = 0;
    rtl::Cycle measured_cycles = 0;  ///< length of the measuring window

    std::int64_t generated = 0, injected = 0, delivered = 0, measured = 0, lost = 0,
                 retransmitted = 0;  ///< messages
    std::int64_t flits_injected = 0, flits_ejected = 0, flits_consumed = 0, flit_hops = 0;

    std::optional<double> offered;  ///< none: no measuring window
    std::optional<double> accepted;
    LatencySummary unicast, broadcast, multicast, network, source_queue, channel;
    std::optional<double> mean_hops;
    std::vector<ChannelClassResult> channels;
    std::vector<SeriesPoint> series;

    std::optional<DeadlockReport> deadlock;
    std::vector<std::string> warnings;  ///< for the terminal; not part of result.json
    Performance performance;

    /// result.json; keys in a fixed order, floating-point numbers rounded to 9 significant digits.
    nlohmann::ordered_json to_json() const;
    /// A few lines for people, ending in a newline.
    std::string summary() const;
};

}  // namespace flitscope::tb
