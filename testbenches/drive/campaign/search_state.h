#pragma once

#include "testbenches/drive/campaign/load_search.h"
#include "testbenches/drive/campaign/results_directory.h"

namespace flitscope::tb {

/// How far a search of a sweep is by the results that are stored.
struct SearchState {
    LoadSearch search;
    MeasuredLoads measured;
    std::optional<SweepPoint> next;  ///< the point that is missing; none: it is finished
};

/// Of search `number` of `points`. Throws ConfigError as SweepPoints::at.
SearchState search_state(const ResultsDirectory& results, const SweepPoints& points,
                         std::int64_t number);

/// The same, where it may have come further since `state` was looked at.
void go_on(SearchState& state, const ResultsDirectory& results, const SweepPoints& points,
           std::int64_t number);

}  // namespace flitscope::tb
