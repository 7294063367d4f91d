#include "testbenches/program/compare_command/result_figures.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

void add(std::vector<ResultFigure>& figures, const std::string& name, const Json& object,
         const char* key) {
    const auto found = object.find(key);
    if (found != object.end() && found->is_number()) {
        figures.push_back({name + "." + key, {found->get<double>(), std::nullopt}});
    }
}

}  // namespace

std::vector<ResultFigure> result_figures(const Json& result) {
    std::vector<ResultFigure> figures;
    figures.push_back({"saturated", {result.at("saturated").get<bool>() ? 1.0 : 0.0, {}}});
    for (const char* const key : {"offered", "accepted"}) {
        add(figures, "throughput", result.at("throughput"), key);
    }
    for (const auto& [kind, latency] : result.at("latency").items()) {
        const std::string name = "latency." + kind;
        add(figures, name, latency, "mean");
        const auto ci = latency.find("ci");
        if (ci != latency.end() && ci->is_number()) {
            figures.back().estimate.half_width = ci->get<double>();
        }
        for (const char* const key : {"min", "p50", "p95", "p99", "max"}) {
            add(figures, name, latency, key);
        }
    }
    add(figures, "hops", result.at("hops"), "mean");
    for (const Json& one : result.at("channels")) {
        const std::string name = "channels." + one.at("class").get<std::string>();
        add(figures, name, one, "utilisation");
        add(figures, name, one, "blocking_probability");
    }
    return figures;
}

}  // namespace flitscope::tb
