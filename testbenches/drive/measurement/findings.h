#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/measurement/channel_statistics.h"
#include "testbenches/drive/measurement/latency_statistics.h"
#include "testbenches/drive/traffic/operation.h"

namespace flitscope::tb {

/// One node over the measuring window.
struct NodeResult {
    double offered = 0;             ///< flits/cycle of the messages that it generated
    double accepted = 0;            ///< flits/cycle that it consumed
    std::optional<double> latency;  ///< mean of the measured messages that it generated
};

/// One message class over the measuring window, flits/node/cycle.
struct MessageClassResult {
    double offered = 0;             ///< of the messages that were generated
    double accepted = 0;            ///< of the messages that were delivered
    std::optional<double> latency;  ///< mean of the measured messages
};

/// Measurements of the operations of one kind.
struct OperationFindings {
    LatencySummary latency;             ///< from the generation to the last copy
    std::optional<double> channels;     ///< crossed by all messages of one, mean
    std::vector<double> step_times;     ///< [step] from the generation to its last copy, mean
    std::int64_t messages = 0;          ///< that one is made of; of collectives
    std::optional<double> lower_bound;  ///< cycles, mean; of collectives
    std::int64_t wrong_results = 0;     ///< in the whole run; of collectives
};

/// The findings of a run.
struct Findings {
    rtl::Cycle simulated_cycles = 0;
    rtl::Cycle warmup_cycles = 0;
    rtl::Cycle measured_cycles = 0;  ///< length of the measuring window
    std::optional<double> offered;   ///< flits/node/cycle; none: no window
    std::optional<double> accepted;
    std::array<LatencySummary, kLatencyKinds> latency;
    ByOperation<OperationFindings> operations;
    std::optional<double> mean_hops;
    std::vector<ChannelClassResult> channels;
    std::vector<PortClassResult> ports;
    std::vector<NodeResult> nodes;                    ///< by node; only with `measure.per_node`
    std::vector<MessageClassResult> message_classes;  ///< empty: there is one
    std::vector<std::string> warnings;

    LatencySummary& operator[](LatencyKind kind) { return latency[static_cast<std::size_t>(kind)]; }
    const LatencySummary& operator[](LatencyKind kind) const {
        return latency[static_cast<std::size_t>(kind)];
    }
    const OperationFindings& operator[](OperationKind kind) const {
        return operations[index_of(kind)];
    }
};

}  // namespace flitscope::tb
