#pragma once

#include <cstdint>

namespace flitscope::tb {

struct MeasureConfig {
    std::int64_t warmup_messages = 20000;
    double relative_error = 0.05;
    double confidence = 0.95;
    std::int64_t max_cycles = 2000000;
    /// Neither a precise interval nor saturation ends the run: it replays something to its end.
    bool to_the_end = false;
    bool per_channel = false;
    bool per_node = false;
    bool distribution = false;      ///< of latencies, not only quantiles
    std::int64_t series_every = 0;  ///< cycles between points of the time series; 0: none
};

}  // namespace flitscope::tb
