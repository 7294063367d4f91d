#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/measurement/channel_statistics.h"
#include "testbenches/drive/measurement/deadlock_watchdog.h"
#include "testbenches/drive/measurement/latency_statistics.h"
#include "testbenches/drive/measurement/measurement.h"

namespace flitscope::tb {

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
// NOLINTNEXTLINE(bugprone-exception-escape): moving an ordered_json does not throw, its map might
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
    std::vector<PortClassResult> ports;  ///< in result.json further classes of `channels`
    std::vector<NodeResult> nodes;       ///< by node; empty: not asked for
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
