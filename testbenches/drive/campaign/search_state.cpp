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
    while ((state.next = next_load(state.search, state.measured))) {
        const auto stored = results.undamaged_point(points.at(number, state.next).hash);
        if (!stored) {
            break;
        }
        state.measured[*state.next] = measured_load(stored->result);
    }
    return state;
}

}  // namespace flitscope::tb
