#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/measurement/channel_statistics.h"
#include "testbenches/drive/measurement/latency_statistics.h"
#include "testbenches/drive/measurement/port_statistics.h"

namespace flitscope::tb {

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
    LatencySummary multicast;                     ///< from the generation to the last copy
    std::optional<double> channels_of_multicast;  ///< crossed, mean
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

}  // namespace flitscope::tb
