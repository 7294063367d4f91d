#include "testbenches/program/sweep_command/sweep_outcome.h"

#include <fmt/format.h>

#include <map>

#include "common/counted.h"
#include "testbenches/drive/campaign/search_state.h"
#include "testbenches/drive/measurement/run_state.h"
#include "testbenches/program/sweep_command/results_table.h"

namespace flitscope::tb {

namespace {

constexpr std::size_t kMostLines = 20;

struct States {
    std::map<RunState, std::int64_t> points;
    std::int64_t cyclic = 0;

    void add(const nlohmann::ordered_json& result) {
        ++points[state_of(result)];
        cyclic += result.value("deadlock_free", true) ? 0 : 1;
    }
    std::string text() const;
};

std::string States::text() const {
    std::string text;
    for (const auto& [state, count] : points) {
        if (state != RunState::stable) {
            text +=
                fmt::format("{}{} {}", text.empty() ? "  states: " : ", ", count, name_of(state));
        }
    }
    text += text.empty() ? "" : "\n";
    if (cyclic > 0) {
        text += fmt::format("  not free of deadlock: {}; `flitscope verify` shows the circle\n",
                            counted(cyclic, "point"));
    }
    return text;
}

std::string search_line(const std::string& series, const SearchState& search,
                        std::int64_t max_cycles) {
    const Saturation found = saturation_of(search.search, search.measured);
    const std::string between = fmt::format("between {:.4g} and {:.4g}", found.low,
                                            found.high.value_or(search.measured.rbegin()->first));
    const auto& capacity = search.measured.begin()->second.capacity;
    const std::string beside =
        capacity ? fmt::format(" (capacity of its channels {:.4g})", *capacity) : "";
    switch (found.state) {
        case RunState::stable:
            return fmt::format("  {}: no load up to {:.4g} saturates it{}\n", series,
                               search.measured.rbegin()->first, beside);
        case RunState::undecided:
            return fmt::format(
                "  {}: saturates {}, the runs are too short for a narrower range; try "
                "measure.max_cycles = {}{}\n",
                series, found.high ? between : fmt::format("above {:.4g}", found.low),
                cycles_needed(search.search, found, max_cycles), beside);
        default:
            return fmt::format("  {}: {} {}{}\n", series,
                               found.state == RunState::deadlock ? "deadlocks" : "saturates",
                               between, beside);
    }
}

std::string searches(const LoadSource& loads, const SweepPoints& points) {
    std::string text;
    std::size_t lines = 0;
    for (const auto& [number, state] : finished_searches(loads, points)) {
        if (++lines > kMostLines) {
            return text + "  more in the table saturation of `flitscope sweep collect`\n";
        }
        const SweepPoint first = points.at(number, state.measured.begin()->first);
        const std::string name = points.sweep().replicas > 1
                                     ? fmt::format("{}, seed {}", first.series, first.config.seed)
                                     : first.series;
        text += search_line(name, state, first.config.measure.max_cycles);
    }
    return text;
}

}  // namespace

std::string sweep_outcome(const ResultsDirectory& results) {
    const SweepPoints points(results.sweep(), results.program());
    States states;
    FinishedPoints finished(points);
    results.each_point([&](const StoredPoint& stored) {
        states.add(stored.json);
        finished.add(stored);
    });
    return states.text() + searches(finished.loads(), points);
}

}  // namespace flitscope::tb
