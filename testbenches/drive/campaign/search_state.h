#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "testbenches/drive/campaign/load_search.h"
#include "testbenches/drive/campaign/results_directory.h"

namespace flitscope::tb {

/// The progress of a sweep's search, by the stored results.
struct SearchState {
    LoadSearch search;
    MeasuredLoads measured;
    std::optional<SweepPoint> next;  ///< the point that is missing; none: it is finished
};

/// The measurement at the point of this hash; none: not finished.
using LoadSource = std::function<std::optional<MeasuredLoad>(const std::string& hash)>;

/// The measurements stored in `results`, which outlives the source. Use a new one for each pass
/// over a folder, as of PointReader.
LoadSource stored_loads(const ResultsDirectory& results);

/// The points of a sweep that were finished when they were read.
class FinishedPoints {
public:
    /// `points` outlives it.
    explicit FinishedPoints(const SweepPoints& points) : points_(points) {}

    void add(const StoredPoint& stored);
    /// All points in `results`; damaged files as ResultsDirectory::each_point.
    void add_all(const ResultsDirectory& results, std::vector<DamagedFile>* damaged = nullptr);

    const std::set<std::string>& hashes() const { return hashes_; }
    /// Whether the point, or all of the search, is finished.
    bool has(const PlannedPoint& point) const;
    /// Must not outlive this object.
    LoadSource loads() const;

private:
    const SweepPoints& points_;
    std::set<std::string> hashes_;
    std::map<std::string, MeasuredLoad> loads_;  ///< by hash; only if there are searches
};

/// The state of search `number` of `points`. Throws ConfigError as SweepPoints::at.
SearchState search_state(const LoadSource& loads, const SweepPoints& points, std::int64_t number);

/// Goes on from `state`: more points may have been finished since it was read.
void go_on(SearchState& state, const LoadSource& loads, const SweepPoints& points,
           std::int64_t number);

/// The finished searches by number.
std::map<std::int64_t, SearchState> finished_searches(const LoadSource& loads,
                                                      const SweepPoints& points);

}  // namespace flitscope::tb
