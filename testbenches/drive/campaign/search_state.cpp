#include "testbenches/drive/campaign/search_state.h"

#include <memory>

namespace flitscope::tb {

namespace {

double number_or_0(const nlohmann::ordered_json& value) {
    return value.is_number() ? value.get<double>() : 0;
}

MeasuredLoad measured_load(const nlohmann::ordered_json& result) {
    MeasuredLoad measured;
    measured.state = state_of(result);
    measured.latency = number_or_0(result.at("latency").at("unicast").at("mean"));
    measured.accepted = number_or_0(result.at("throughput").at("accepted"));
    if (result.contains("capacity")) {
        measured.capacity = result.at("capacity").at("load").get<double>();
    }
    return measured;
}

}  // namespace

LoadSource stored_loads(const ResultsDirectory& results) {
    return [reader = std::make_shared<PointReader>(results)](const std::string& hash) {
        const auto stored = reader->undamaged_point(hash);
        return stored ? std::optional(measured_load(stored->json)) : std::nullopt;
    };
}

void FinishedPoints::add(const StoredPoint& stored) {
    hashes_.insert(stored.hash);
    if (points_.searches() > 0) {
        loads_.emplace(stored.hash, measured_load(stored.json));
    }
}

void FinishedPoints::add_all(const ResultsDirectory& results, std::vector<DamagedFile>* damaged) {
    results.each_point([this](const StoredPoint& stored) { add(stored); }, damaged);
}

bool FinishedPoints::has(const PlannedPoint& point) const {
    return points_.is_search(point.number) ? !search_state(loads(), points_, point.number).next
                                           : hashes_.count(point.hash) != 0;
}

LoadSource FinishedPoints::loads() const {
    return [this](const std::string& hash) {
        const auto found = loads_.find(hash);
        return found == loads_.end() ? std::nullopt : std::optional(found->second);
    };
}

SearchState search_state(const LoadSource& loads, const SweepPoints& points, std::int64_t number) {
    SearchState state;
    state.search = points.search(number);
    state.next = points.at(number, next_load(state.search, state.measured));
    go_on(state, loads, points, number);
    return state;
}

void go_on(SearchState& state, const LoadSource& loads, const SweepPoints& points,
           std::int64_t number) {
    while (state.next) {
        const auto measured = loads(state.next->hash);
        if (!measured) {
            return;
        }
        state.measured[state.next->values[kLoadKey]] = *measured;
        const auto load = next_load(state.search, state.measured);
        state.next = load ? std::optional(points.at(number, load)) : std::nullopt;
    }
}

std::map<std::int64_t, SearchState> finished_searches(const LoadSource& loads,
                                                      const SweepPoints& points) {
    std::map<std::int64_t, SearchState> searches;
    for (std::int64_t number = points.points(); number < points.count(); ++number) {
        if (points.impossible(number)) {
            continue;
        }
        SearchState state = search_state(loads, points, number);
        if (!state.next) {
            searches.emplace(number, std::move(state));
        }
    }
    return searches;
}

}  // namespace flitscope::tb
