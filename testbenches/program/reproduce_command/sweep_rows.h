#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "testbenches/drive/campaign/results_directory.h"
#include "testbenches/drive/compare/interrupted.h"
#include "testbenches/program/reproduce_command/figure_file.h"
#include "testbenches/program/sweep_command/sweep_plan.h"

namespace flitscope::tb {

/// The results of the points of a curve, as JSON: each has `point`, the values of its axes. A
/// finished search is one more, with `saturation`.
struct SweepRows {
    std::vector<nlohmann::ordered_json> rows;
    std::vector<std::string> failures;  ///< a line per point that failed
};

/// Runs the sweeps of curves, each in a folder of `out` that is named by its content, and only what
/// is missing there.
class SweepRunner {
public:
    /// Runs the missing points of a plan, or hands them over to a cluster.
    using RunPoints = std::function<void(const ResultsDirectory& results, const SweepPlan& plan)>;

    /// `out`: absolute.
    SweepRunner(std::string out, const InterruptSignal& interrupt, RunPoints run_points)
        : out_(std::move(out)), interrupt_(interrupt), run_points_(std::move(run_points)) {}

    /// Runs the points of a curve that has a sweep, unless this object has already. Returns the
    /// folder of their results. Throws ConfigError, UsageError, Interrupted, OutputError.
    std::string start(const CurveSource& curve);
    /// The same, and the results. Throws as `start`.
    SweepRows run(const CurveSource& curve);
    /// Runs a command of this program that reads `config` (YAML) and returns what it printed; with
    /// a failure if it failed. `name`: of the file for the configuration, below the folder.
    SweepRows run_command(std::vector<std::string> words, const std::string& config,
                          const std::string& name);

private:
    std::string folder_of(const CurveSource& curve) const;
    SweepRows run_commands(const CurveSource& curve);

    std::string out_;
    const InterruptSignal& interrupt_;
    RunPoints run_points_;
    std::set<std::string> started_;  ///< folders
};

}  // namespace flitscope::tb
