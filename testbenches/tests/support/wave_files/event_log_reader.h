#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace flitscope::tb {

/// A line of an event log (rtl_models/waves/event_log.h) read back, for tests.
struct LoggedEvent {
    std::int64_t cycle = 0;
    int router = 0;
    int port = 0;
    int vc = 0;
    std::uint64_t message = 0;
    std::uint64_t flit = 0;
    std::string event;  ///< "in" or "out"
    std::string scope;  ///< "router_5.input_2.flit_i"
};

/// Throws std::runtime_error with file and line on anything but the header and well-formed lines.
std::vector<LoggedEvent> read_event_log(const std::string& path);

}  // namespace flitscope::tb
