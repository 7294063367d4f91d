#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace flitscope::tb {

/// One operating point, once for each seed it was run with.
struct ComparedPoint {
    nlohmann::ordered_json point;  ///< {key: value} without the seed; {}: the only one
    std::vector<nlohmann::ordered_json> results;  ///< not empty
};

/// Points of one side. Two of one side differ in `point`.
using ComparedPoints = std::vector<ComparedPoint>;

/// The differences between two sides; equal figures are not listed.
struct Comparison {
    /// [{"key", "a", "b"}] of the first common point, but for its seed; null: not there.
    nlohmann::ordered_json configuration = nlohmann::ordered_json::array();
    /// [{"point", "figure", "a", "b", "difference", "significant"}] in the order of side A's
    /// points: means where there are replicas; null: no interval says so.
    nlohmann::ordered_json differences = nlohmann::ordered_json::array();
    std::vector<nlohmann::ordered_json> only_a, only_b;
    std::int64_t points = 0;  ///< on both sides
    std::int64_t tested = 0;  ///< figures that an interval could tell apart
    double confidence = 0.95;

    /// Whether there is a common point with the same configuration.
    bool same_configuration() const { return points > 0 && configuration.empty(); }
    nlohmann::ordered_json to_json() const;
    std::string to_text() const;  ///< ending in a newline
};

/// Replicas are compared by Welch's test, single runs by their intervals (significance.h). If the
/// results' `measure.confidence` differ, significance is not tested.
Comparison compare_points(const ComparedPoints& a, const ComparedPoints& b);

}  // namespace flitscope::tb
