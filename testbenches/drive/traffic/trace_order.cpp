#include "testbenches/drive/traffic/trace_order.h"

#include <algorithm>

namespace flitscope::tb {

TraceOrder::TraceOrder(const Trace& trace) : behind(trace.rows.size()), waits(trace.rows.size()) {
    for (const Trace::Waits& each : trace.waits) {
        waits[each.row] = each.after.size();
        for (const std::size_t first : each.after) {
            behind[first].push_back(each.row);
        }
    }
}

/// Takes away rows that wait for nobody, again and again; what is left waits in a circle, or for
/// one.
std::optional<std::size_t> first_in_circle(const Trace& trace) {
    TraceOrder order(trace);
    std::vector<std::size_t> open;
    for (std::size_t row = 0; row < order.waits.size(); ++row) {
        if (order.waits[row] == 0) {
            open.push_back(row);
        }
    }
    while (!open.empty()) {
        const std::size_t gone = open.back();
        open.pop_back();
        for (const std::size_t row : order.behind[gone]) {
            if (--order.waits[row] == 0) {
                open.push_back(row);
            }
        }
    }
    const auto left = [&](std::size_t row) { return order.waits[row] > 0; };
    std::vector<std::size_t> next(trace.rows.size());  // [row that is left] one that it waits for
    std::optional<std::size_t> start;
    for (const Trace::Waits& each : trace.waits) {
        if (left(each.row)) {
            next[each.row] = *std::find_if(each.after.begin(), each.after.end(), left);
            start = start.value_or(each.row);
        }
    }
    if (!start) {
        return std::nullopt;
    }
    std::vector<bool> seen(trace.rows.size());
    std::size_t row = *start;
    for (; !seen[row]; row = next[row]) {
        seen[row] = true;
    }
    std::size_t first = row;
    for (std::size_t other = next[row]; other != row; other = next[other]) {
        first = std::min(first, other);
    }
    return first;
}

}  // namespace flitscope::tb
