#pragma once

#include <functional>
#include <map>
#include <optional>
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

/// As it is stored in `results`, which outlives the source; for one look, as PointReader.
LoadSource stored_loads(const ResultsDirectory& results);

/// Of points that were read before.
class LoadsByHash {
public:
    /// Keeps nothing if `points` has no searches.
    void add(const StoredPoint& stored, const SweepPoints& points);
    /// Lives no longer than this.
    LoadSource source() const;

private:
    std::map<std::string, MeasuredLoad> loads_;
};

/// Of search `number` of `points`. Throws ConfigError as SweepPoints::at.
SearchState search_state(const LoadSource& loads, const SweepPoints& points, std::int64_t number);

/// The same, if it may have progressed since `state` was read.
void go_on(SearchState& state, const LoadSource& loads, const SweepPoints& points,
           std::int64_t number);

/// Every finished search in order, with its number.
void each_finished_search(
    const LoadSource& loads, const SweepPoints& points,
    const std::function<void(std::int64_t number, const SearchState& state)>& visit);

}  // namespace flitscope::tb
