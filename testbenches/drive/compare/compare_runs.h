#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/router/contract/digest.h"
#include "testbenches/drive/compare/interrupted.h"

namespace flitscope::tb {

/// The first difference between two levels.
struct Difference {
    /// -1: no event differs, but the final reports do (`field` is the path in the report).
    rtl::Cycle cycle = -1;
    topo::NodeId router = -1;
    int port = -1;  ///< as in rtl::Event
    int vc = -1;
    std::string event{};                ///< kind of event
    std::string field{};                ///< what differs: "event", "message", "flit", ...
    std::vector<std::string> levels{};  ///< the two that are compared
    std::vector<std::string> values{};  ///< by level; "none": no such event

    nlohmann::ordered_json to_json() const;
};

struct CrosscheckReport {
    std::vector<std::string> levels;
    rtl::Cycle cycles = 0;       ///< simulated, by the first level
    std::uint64_t messages = 0;  ///< delivered there
    std::uint64_t events = 0;    ///< compared
    bool deadlock = false;       ///< the first level ended in one
    std::optional<Difference> first_difference;

    bool equal() const { return !first_difference.has_value(); }
    /// `{"equal", "levels", "cycles", "messages", "first_difference"}`
    nlohmann::ordered_json to_json() const;
    /// One or a few lines for people, ending in a newline.
    std::string summary() const;
};

/// The final report of one simulation.
struct RunReport {
    rtl::Cycle cycles = 0;
    std::uint64_t messages = 0;     ///< delivered
    bool deadlock = false;          ///< why it ended
    nlohmann::ordered_json report;  ///< must be equal at all levels
};

/// One of the simulations to compare. `run` builds a network with the observer, drives it and
/// reports; it is called in a process of its own, a second time if there is a difference.
struct CheckedRun {
    std::string level;
    std::function<RunReport(rtl::EventObserver& observer)> run;
};

/// Compares the first run with each of the others, event by event, without keeping the events:
/// digests per window of cycles show the window with the first difference, and only that is
/// repeated. Throws std::runtime_error ("<level>: ...") when a run fails, std::invalid_argument for
/// fewer than two runs. `interrupt`: may end it with Interrupted; null: nothing does.
CrosscheckReport compare_runs(const std::vector<CheckedRun>& runs,
                              const InterruptSignal* interrupt = nullptr);

}  // namespace flitscope::tb
