#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/measurement/deadlock_watchdog.h"
#include "testbenches/drive/measurement/measurement.h"
#include "testbenches/drive/measurement/router_activity.h"
#include "testbenches/drive/measurement/run_state.h"
#include "testbenches/drive/run/capacity.h"

namespace flitscope::tb {

/// These values depend on machine and level, unlike everything else in a result.
struct Performance {
    double elaboration_s = 0;
    double simulation_s = 0;
    double cpu_s = 0;            ///< CPU time of the simulation
    double cycles_per_s = 0;     ///< per CPU-second
    double flit_hops_per_s = 0;  ///< per CPU-second
    double peak_rss_mb = 0;
};

/// The result of one run (docs/measurement.md): what was measured, and the messages and flits of
/// the whole run. Its warnings are for the terminal. Units: cycles, flits/node/cycle.
struct Result : Findings, MessageCounts, rtl::NetworkCounters {
    std::shared_ptr<const nlohmann::ordered_json> config;  ///< as resolve() gives it
    std::string level;
    bool complete = true;  ///< false: interrupted or deadlocked
    RunState state = RunState::stable;
    std::optional<bool> deadlock_free;  ///< what `verify` says; none: not asked
    std::optional<Capacity> capacity;   ///< none: not known beforehand
    bool cut_off =
        false;  ///< complete, but by `measure.max_cycles`, not by the precision asked for

    std::int64_t retransmitted = 0;  ///< messages, once for each time they were taken out
    struct Faults {
        std::int64_t failures = 0;     ///< of nodes and links
        std::int64_t unreachable = 0;  ///< lost messages that had no way
    };
    struct ProtocolErrors {
        std::int64_t count = 0;  ///< messages that ended so; the first ends the run
        std::string first;       ///< message, node and edge in words; empty: there is none
    };
    std::optional<ProtocolErrors> protocol_errors;  ///< none: no message has a header
    /// Messages whose bytes bypassed a foreign router; none: there is no such router, or flits
    /// carry no data.
    std::optional<std::int64_t> unchecked;
    bool bypass = false;           ///< flits may bypass
    std::optional<Faults> faults;  ///< none: the configuration has none
    bool speculates = false;       ///< routers do, so that there are wasted grants
    ByOperation<double> copies{};  ///< of one operation, if there are some; mean
    std::vector<SeriesPoint> series;
    std::vector<RouterActivity> activity;  ///< by router, of the whole run; not in result.json

    std::optional<DeadlockReport> deadlock;
    Performance performance;

    /// result.json; keys in a fixed order, floating-point numbers rounded to 9 significant digits.
    nlohmann::ordered_json to_json() const;
    /// A few lines for people, ending in a newline.
    std::string summary() const;
};

}  // namespace flitscope::tb
