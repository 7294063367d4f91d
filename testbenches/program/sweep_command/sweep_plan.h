#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/campaign/local_executor.h"
#include "testbenches/drive/campaign/results_directory.h"

namespace flitscope::tb {

/// All points of a sweep, each resolved and checked, and those of them that are still to be run.
/// With `skip: impossible`, points that are impossible or equal to another one are left out.
class SweepPlan {
public:
    /// `results`: the folder in which the sweep was begun; null: it was not begun. Prints warnings
    /// of damaged results and of the configurations, unless `quiet`. Throws ConfigError,
    /// UsageError, Interrupted.
    SweepPlan(const SweepPoints& points, const ResultsDirectory* results, bool quiet,
              const InterruptSignal& interrupt);

    const std::vector<PlannedPoint>& all() const { return all_; }
    const std::vector<PlannedPoint>& missing() const { return missing_; }
    /// A line for each point that was left out, with the reason.
    const std::vector<std::string>& skipped() const { return skipped_; }
    /// The status now; failed points count as missing, because they are tried again.
    SweepStatus status() const;
    /// About how many bytes of memory the largest point takes.
    double largest() const { return largest_; }
    /// A line per series: its name and the number of its points.
    std::string series_summary() const;

private:
    std::optional<SweepPoint> possible_point(const SweepPoints& points, std::int64_t number,
                                             std::map<std::string, std::int64_t>& number_of);
    void print_skipped() const;
    void add_to_series(const SweepPoints& points, const SweepPoint& point);

    struct Series {
        std::string name;
        nlohmann::ordered_json common;  ///< values of its points: those not along it
        std::int64_t points = 0;
    };
    std::vector<PlannedPoint> all_;
    std::vector<PlannedPoint> missing_;
    std::vector<std::string> skipped_;
    std::vector<Series> series_;
    std::map<std::string, std::size_t> series_index_;  ///< by name
    double largest_ = 0;
};

/// The largest number for --jobs.
constexpr int kMostJobs = 4096;

/// How many points run at a time: `asked` (--jobs; 0: not given), else as many as cores, and fewer
/// if they do not fit into memory together. Throws UsageError where `asked` are too many for it.
int jobs_at_once(const SweepPlan& plan, int asked);

}  // namespace flitscope::tb
