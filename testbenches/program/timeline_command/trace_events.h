#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

/// A stretch of time on a track.
struct TraceSlice {
    /// A flow arrow leads through the begin of the slice.
    enum class Flow { none, begins, passes, ends };

    std::string name;
    rtl::Cycle from = 0;
    rtl::Cycle to = 0;  ///< not included
    nlohmann::ordered_json args = nlohmann::ordered_json::object();
    std::vector<TraceSlice> inside{};  ///< none overlaps another or the ends of this one
    Flow flow = Flow::none;
    std::uint64_t flow_id = 0;
};

/// Tracks of slices and counters in the Trace Event Format of Chrome, which Perfetto reads. One
/// cycle is one microsecond.
class TraceEvents {
public:
    /// Tracks of a process are shown in ascending order of this.
    using Order = std::tuple<int, int, int>;

    /// Processes are shown in ascending order of their numbers, which are positive.
    void name_process(int process, std::string name) { processes_[process] = std::move(name); }
    /// Slices of a track may overlap: it gets as many rows as are needed for that.
    void add(int process, const Order& track, const std::string& track_name, TraceSlice slice);
    /// The counter has this value from this cycle on.
    void count(int process, const std::string& counter, rtl::Cycle cycle, double value);

    /// {"traceEvents": [...]}, an event a line: first the names, then all others by time.
    std::string to_json() const;

private:
    struct Track {
        std::string name;
        std::vector<TraceSlice> slices;
    };
    std::map<int, std::string> processes_;
    std::map<std::pair<int, Order>, Track> tracks_;
    struct Count {
        int process;
        std::string counter;
        rtl::Cycle cycle;
        double value;
    };
    std::vector<Count> counts_;
};

}  // namespace flitscope::tb
