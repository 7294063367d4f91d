#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

/// A message of a trace.
struct TraceRow {
    std::string id;  ///< as written
    rtl::Cycle cycle = 0;
    topo::NodeId source = 0;
    topo::NodeId destination = 0;
    std::uint32_t length = 1;
    int message_class = 0;
    std::vector<std::size_t> after;  ///< rows that must be delivered first
    rtl::Cycle delay = 0;            ///< cycles after the last of these deliveries
    int line = 0;
};

/// What a trace may name.
struct TraceLimits {
    topo::NodeId nodes = 0;
    int message_classes = 1;
};

/// The messages of a trace, in the order of the file (docs/traffic.md).
///
/// *.csv     a line of column names, then a line per message: id, cycle, source, destination,
///           length, and optionally class, after (ids joined by ;), delay
/// *.jsonl   an object with these keys per line; `after` is a list of ids or an id
///
/// Throws topo::OptionError ("file") with file and line: anything malformed, nodes or classes that
/// do not exist, a message that is older than the one before it, an id that is unknown or given
/// twice, messages that wait for each other in a circle.
std::vector<TraceRow> read_trace(const std::string& path, const TraceLimits& limits);

/// Lines of a .csv trace: the first, and that of a message.
std::string trace_header();
std::string trace_line(const rtl::Message& message);
/// A whole .csv trace of messages that wait for no others.
std::string trace_text(const std::vector<TraceRow>& rows);

}  // namespace flitscope::tb
