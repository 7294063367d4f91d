#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "testbenches/drive/traffic/trace_file.h"

namespace flitscope::tb {

/// The dependencies between the rows of a trace.
struct TraceOrder {
    explicit TraceOrder(const Trace& trace);

    std::vector<std::vector<std::size_t>> behind;  ///< [row] those that wait for it
    std::vector<std::size_t> waits;                ///< [row] deliveries that it waits for
};

/// The first row of a cycle of rows that wait for each other; none: there is no cycle.
std::optional<std::size_t> first_in_circle(const Trace& trace);

}  // namespace flitscope::tb
