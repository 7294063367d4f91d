#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
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

struct FigureDifference {
    nlohmann::ordered_json point;
    std::string figure;
    double a = 0, b = 0;              ///< mean of the replicas, where there are several
    std::optional<bool> significant;  ///< none: no interval says so
};

/// The differences between two sides; equal figures are not listed.
struct Comparison {
    struct KeyDifference {
        std::string key;
        nlohmann::ordered_json a, b;  ///< null: not there
    };
    std::vector<KeyDifference> configuration;   ///< of the first common point, but for its seed
    std::vector<FigureDifference> differences;  ///< in the order of side A's points
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
