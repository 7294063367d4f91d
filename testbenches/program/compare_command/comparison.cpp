#include "testbenches/program/compare_command/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>

#include "common/counted.h"
#include "testbenches/drive/campaign/stored_point.h"
#include "testbenches/drive/configuration/config_json.h"
#include "testbenches/program/compare_command/significance.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

Json config_differences(const Json& a, const Json& b) {
    const Json of_a = flattened(a.at("config")), of_b = flattened(b.at("config"));
    std::set<std::string> keys;
    for (const auto* side : {&of_a, &of_b}) {
        for (const auto& [key, value] : side->items()) {
            keys.insert(key);
        }
    }
    keys.erase("seed");
    Json differences = Json::array();
    for (const std::string& key : keys) {
        const Json value_a = of_a.value(key, Json()), value_b = of_b.value(key, Json());
        if (value_a != value_b) {
            differences.push_back({{"key", key}, {"a", value_a}, {"b", value_b}});
        }
    }
    return differences;
}

double confidence_of(const Json& result) {
    return result.at("config").at("measure").at("confidence").get<double>();
}

/// The figures by which results are compared: no values that depend on the machine, and no counts,
/// which grow with the run. A truth value is 0 or 1.
std::vector<std::pair<std::string, Estimate>> estimates_of(const Json& result) {
    static const std::regex compared(
        "throughput\\..+|latency\\.(.+)\\.mean|latency\\..+\\.(?:min|p50|p95|p99|max)|"
        "hops\\.mean|channels\\..+\\.(?:utilisation|blocking_probability)");
    std::vector<std::pair<std::string, Estimate>> estimates;
    for (const auto& [name, value] : figures_of(result)) {
        std::smatch match;
        if (!result.contains("latency")) {  // of a model, whose figures are exact
            if (value.is_number() && name.rfind("model.", 0) == 0) {
                estimates.push_back({name, {value.get<double>(), 0.0}});
            }
        } else if (value.is_boolean() && name == "saturated") {
            estimates.push_back({name, {value.get<bool>() ? 1.0 : 0.0, {}}});
        } else if (value.is_number() && std::regex_match(name, match, compared)) {
            estimates.push_back({name, {value.get<double>(), {}}});
            if (match[1].matched) {
                const Json interval = result["latency"][match[1].str()].value("ci", Json());
                if (interval.is_number()) {
                    estimates.back().second.half_width = interval.get<double>();
                }
            }
        }
    }
    return estimates;
}

/// Values of a figure over the replicas, and the estimate of the first.
struct Side {
    std::vector<double> values;
    Estimate first;

    double mean() const {
        double sum = 0;
        for (const double value : values) {
            sum += value;
        }
        return sum / static_cast<double>(values.size());
    }
};

/// By name, in the order of the first result.
std::vector<std::pair<std::string, Side>> sides_of(const std::vector<Json>& results) {
    std::vector<std::pair<std::string, Side>> sides;
    std::map<std::string, std::size_t> place;
    for (const Json& result : results) {
        for (const auto& [name, estimate] : estimates_of(result)) {
            const auto at = place.emplace(name, sides.size());
            if (at.second) {
                sides.push_back({name, {{}, estimate}});
            }
            sides[at.first->second].second.values.push_back(estimate.value);
        }
    }
    return sides;
}

void compare_point(const ComparedPoint& a, const ComparedPoint& b, Comparison& into) {
    const double confidence = confidence_of(a.results.front());
    const bool alike = confidence == confidence_of(b.results.front());
    const auto others = sides_of(b.results);
    for (const auto& [name, side] : sides_of(a.results)) {
        const auto other =
            std::find_if(others.begin(), others.end(),
                         [&name = name](const auto& each) { return each.first == name; });
        if (other == others.end()) {
            continue;
        }
        std::optional<bool> significant;  // none: no interval says so
        if (alike) {
            const bool single = side.values.size() == 1 && other->second.values.size() == 1;
            significant = single ? intervals_differ(side.first, other->second.first)
                                 : replicas_differ(side.values, other->second.values, confidence);
        }
        into.tested += significant.has_value() ? 1 : 0;
        const double mean_a = side.mean(), mean_b = other->second.mean();
        if (mean_a != mean_b) {
            into.differences.push_back(
                {{"point", a.point},
                 {"figure", name},
                 {"a", mean_a},
                 {"b", mean_b},
                 {"difference", mean_b - mean_a},
                 {"significant", significant ? Json(*significant) : Json()}});
        }
    }
}

std::string words(const Json& point) {
    std::string text;
    for (const auto& [key, value] : point.items()) {
        text += (text.empty() ? "" : ", ") + key + " = " +
                (value.is_string() ? value.get<std::string>() : value.dump());
    }
    return text;
}

std::string row(const Json& one) {
    const double a = one.at("a"), difference = one.at("difference");
    const std::string relative =
        a == 0 ? "-" : fmt::format("{:+.1f} %", 100 * (difference / std::abs(a)));
    const Json& significant = one.at("significant");
    const char* const judged = significant.is_null() ? "no interval"
                               : significant == true ? "significant"
                                                     : "not significant";
    return fmt::format("  {:<38} {:>12.6g} {:>12.6g} {:>+11.4g} {:>8}  {}\n",
                       one.at("figure").get<std::string>(), a, one.at("b").get<double>(),
                       difference, relative, judged);
}

}  // namespace

Comparison compare_points(const ComparedPoints& a, const ComparedPoints& b) {
    Comparison comparison;
    std::map<std::string, const ComparedPoint*> of_b;
    for (const ComparedPoint& point : b) {
        of_b[point.point.dump()] = &point;
    }
    for (const ComparedPoint& point : a) {
        const auto other = of_b.find(point.point.dump());
        if (other == of_b.end()) {
            comparison.only_a.push_back(point.point);
            continue;
        }
        if (comparison.points == 0) {
            comparison.configuration =
                config_differences(point.results.front(), other->second->results.front());
            comparison.confidence = confidence_of(point.results.front());
        }
        ++comparison.points;
        compare_point(point, *other->second, comparison);
        of_b.erase(other);
    }
    for (const ComparedPoint& point : b) {
        if (of_b.count(point.point.dump()) != 0) {
            comparison.only_b.push_back(point.point);
        }
    }
    return comparison;
}

nlohmann::ordered_json Comparison::to_json() const {
    return {{"same_configuration", same_configuration()},
            {"configuration", configuration},
            {"points", {{"both", points}, {"only_a", only_a}, {"only_b", only_b}}},
            {"confidence", confidence},
            {"tested", tested},
            {"differences", differences}};
}

std::string Comparison::to_text() const {
    std::string text;
    for (const Json& one : configuration) {
        text += fmt::format("{}: {} | {}\n", one.at("key").get<std::string>(), one.at("a").dump(),
                            one.at("b").dump());
    }
    if (same_configuration()) {
        text += "same configuration\n";
    }
    const Json* last = nullptr;
    for (const Json& one : differences) {
        if (points > 1 && one.at("significant") != true && one.at("figure") != "saturated") {
            continue;  // of many points what counts
        }
        const Json& point = one.at("point");
        if (last == nullptr || *last != point) {
            text += words(point) + (point.empty() ? "" : "\n");
            text += fmt::format("  {:<38} {:>12} {:>12} {:>11}\n", "figure", "A", "B", "B - A");
            last = &point;
        }
        text += row(one);
    }
    const auto significant =
        std::count_if(differences.begin(), differences.end(),
                      [](const Json& one) { return one.at("significant") == true; });
    text += fmt::format(
        "{} on both sides, {} only in A, {} only in B; {} of {} figures with intervals "
        "differ "
        "significantly\n(at {} % about {:.1f} would by chance), {} differ in all\n",
        counted(points, "point"), only_a.size(), only_b.size(), significant, tested,
        100 * confidence, static_cast<double>(tested) * (1 - confidence), differences.size());
    return text;
}

}  // namespace flitscope::tb
