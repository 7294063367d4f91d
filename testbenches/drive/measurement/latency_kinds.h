#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace flitscope::tb {

/// The latencies measured for every message (docs/measurement.md).
enum class LatencyKind : std::size_t { unicast, network, source_queue, channel };
constexpr std::size_t kLatencyKinds = 4;

/// One delivered message, cycles.
struct LatencySample {
    std::array<std::int64_t, kLatencyKinds> latency{};
    std::int64_t zero_load = 0;  ///< network latency of the same message alone in the network
    int hops = 0;
    std::int32_t source = -1;  ///< node it is to be counted for as well; -1: none
    /// For an operation: when each of its steps ended; null: not an operation.
    const std::vector<std::int64_t>* steps = nullptr;

    std::int64_t operator[](LatencyKind kind) const {
        return latency[static_cast<std::size_t>(kind)];
    }
};

}  // namespace flitscope::tb
