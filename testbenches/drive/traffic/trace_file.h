#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/traffic/operation.h"

namespace flitscope::tb {

/// A row of a trace: a message to one node, or an operation.
struct TraceRow {
    std::string id;                   ///< as written
    std::optional<rtl::Cycle> cycle;  ///< none: that at which what it waits for is delivered
    topo::NodeId source = 0;
    topo::NodeId destination = 0;            ///< of a message
    std::optional<OperationKind> operation;  ///< none: a message
    std::vector<topo::NodeId> destinations;  ///< of a multicast
    std::uint32_t length = 1;                ///< flits; of an operand of a collective
    int message_class = 0;
    std::vector<std::string> after;  ///< ids of those that must be delivered first
    rtl::Cycle delay = 0;            ///< cycles after the last of these deliveries
    int line = 0;
};

struct Trace {
    std::vector<TraceRow> rows;  ///< in the order of the file
    struct Waits {
        std::size_t row;
        std::vector<std::size_t> after;  ///< rows
    };
    std::vector<Waits> waits;  ///< of the rows that wait for others

    /// Statistics of the rows of one kind.
    struct Extent {
        std::size_t count = 0;
        std::uint32_t shortest = 0, longest = 0;  ///< flits; 0: there are none
        std::size_t most_destinations = 0;        ///< of multicasts
        std::size_t all_destinations = 0;         ///< ... added up
    };
    std::array<Extent, kOperationKinds + 1> extents{};  ///< messages are the last
    const Extent& of_kind(std::optional<OperationKind> kind) const {
        return extents[kind ? index_of(*kind) : kOperationKinds];
    }
    bool has(OperationKind kind) const { return of_kind(kind).count > 0; }
    std::uint32_t longest() const;  ///< of all rows
};

/// The dependencies between the rows of a trace.
struct TraceOrder {
    explicit TraceOrder(const Trace& trace);

    std::vector<std::vector<std::size_t>> behind;  ///< [row] those that wait for it
    std::vector<std::size_t> waits;                ///< [row] deliveries that it waits for
};

/// What a trace may name.
struct TraceLimits {
    topo::NodeId nodes = 0;
    int message_classes = 1;
};

/// Reads a trace (docs/traffic.md).
///
/// *.csv     a line of column names, then a line per message: id, cycle, source, destination,
///           length, and optionally class, after (ids joined by ;), delay
/// *.jsonl   an object with these keys per line; `after` is a list of ids or an id
///
/// `destination` is a node, nodes joined by ; (in *.jsonl a list), "all" or "collective".
///
/// Throws OptionError ("file") with file and line: anything malformed, nodes or classes that
/// do not exist, a message that waits for no others and is older than one before it, an id that is
/// unknown or given twice, messages that wait for each other in a circle.
Trace read_trace(const std::string& path, const TraceLimits& limits);

/// Lines of a .csv trace: the first, and that of a row.
std::string trace_header();
std::string trace_line(const TraceRow& row);
/// A whole .csv trace.
std::string trace_text(const std::vector<TraceRow>& rows);

}  // namespace flitscope::tb
