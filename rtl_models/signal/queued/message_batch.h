#pragma once

#include <ostream>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/signal/bundles/bundles.h"

namespace flitscope::rtl {

/// Whole messages that move together at one edge, in order (docs/router.md, section 10).
struct MessageBatch {
    struct Entry {
        Flit head;      ///< its hop number: channels used so far
        int input = 0;  ///< input port by which it came
    };
    std::vector<Entry> messages;

    bool valid() const { return !messages.empty(); }
};

inline bool operator==(const MessageBatch::Entry& a, const MessageBatch::Entry& b) {
    return a.head == b.head && a.input == b.input;
}
inline bool operator==(const MessageBatch& a, const MessageBatch& b) {
    return a.messages == b.messages;
}
inline std::ostream& operator<<(std::ostream& out, const MessageBatch& batch) {
    for (const MessageBatch::Entry& each : batch.messages) {
        out << each.head << " by input " << each.input << "; ";
    }
    return out;
}
/// A batch has no width; dumps use the routers' own view.
inline void sc_trace(sc_core::sc_trace_file* /*file*/, const MessageBatch& /*batch*/,
                     const std::string& /*name*/) {}

}  // namespace flitscope::rtl
