#include "testbenches/drive/campaign/search_state.h"

namespace flitscope::tb {

namespace {

/// A network that deadlocks carries no load either.
MeasuredLoad measured_load(const nlohmann::ordered_json& result) {
    const auto& mean = result.at("latency").at("unicast").at("mean");
    return {result.at("saturated").get<bool>() || result.contains("deadlock"),
            mean.is_number() ? mean.get<double>() : 0};
}

}  // namespace

SearchState search_state(const ResultsDirectory& results, const SweepPoints& points,
                         std::int64_t number) {
    SearchState state;
    state.search = points.search(number);
    state.next = points.at(number, next_load(state.search, state.measured));
    go_on(state, results, points, number);
    return state;
}

void go_on(SearchState& state, const ResultsDirectory& results, const SweepPoints& points,
           std::int64_t number) {
    while (state.next) {
        const auto stored = results.undamaged_point(state.next->hash);
        if (!stored) {
            return;
        }
        state.measured[state.next->values[kLoadKey]] = measured_load(stored->result);
        const auto load = next_load(state.search, state.measured);
        state.next = load ? std::optional(points.at(number, load)) : std::nullopt;
    }
}

}  // namespace flitscope::tb
