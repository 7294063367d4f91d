#pragma once

#include <cstdint>
#include <vector>

#include "testbenches/drive/measurement/findings.h"
#include "testbenches/drive/measurement/measure_config.h"

namespace flitscope::tb {

/// The counters read at either end of the measuring window.
struct WindowSnapshot {
    rtl::Cycle edge = 0;
    std::int64_t flits_generated = 0;
    std::uint64_t flits_ejected = 0;
    ChannelSnapshot channels;
    PortSnapshot ports;
    std::vector<std::int64_t> node_flits;  ///< generated, by node; `measure.per_node`
};

/// Adds the statistics between the ends of a window that is not empty: throughput, channels, ports,
/// nodes. `messages`: of the window.
void add_window(const WindowSnapshot& start, const WindowSnapshot& end, const MeasureConfig& config,
                const rtl::NetworkDescription& description, const MessageStatistics& messages,
                Findings& findings);

}  // namespace flitscope::tb
