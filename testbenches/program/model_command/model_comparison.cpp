#include "testbenches/program/model_command/model_comparison.h"

#include <fmt/format.h>

#include "common/rounded.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/program/model_command/model_adapter.h"

namespace flitscope::tb {

namespace {

using Json = ModelAdapter::Json;

std::optional<ModelAdapter> made_or_none(const ModelEntry& entry, const ExperimentConfig& config) {
    if (entry.make_in_cycles == nullptr) {
        return std::nullopt;
    }
    try {
        return entry.make_in_cycles(config);
    } catch (const OptionError&) {
        return std::nullopt;  // does not fit: nothing to compare, and no fault of the configuration
    }
}

struct Fitting {
    const ModelEntry* entry = nullptr;
    std::optional<ModelAdapter> model;
};

Fitting fitting_model(const ExperimentConfig& config) {
    if (resolved_model(config).contains("name")) {
        const ModelEntry& entry = named_model(config);
        return {&entry, made_or_none(entry, config)};
    }
    for (const ModelEntry& entry : models()) {
        auto model = made_or_none(entry, config);
        if (model && model->comparable && model->differences.empty()) {
            return {&entry, std::move(model)};
        }
    }
    return {};
}

std::optional<double> number_in(const Json& point, const std::string& member) {
    const auto found = point.find(member);
    return found != point.end() && found->is_number() ? std::optional(found->get<double>())
                                                      : std::nullopt;
}

std::optional<double> deviation(const std::optional<double>& model,
                                const std::optional<double>& simulated) {
    return model && simulated && *simulated > 0 ? std::optional(*model / *simulated - 1)
                                                : std::nullopt;
}

/// As everything in result.json: 9 significant digits.
Json number_or_null(const std::optional<double>& value) {
    return value ? Json(rounded(*value, 9)) : Json();
}

Json list_of(const std::vector<double>& values) {
    Json list = Json::array();
    for (const double value : values) {
        list.push_back(rounded(value, 9));
    }
    return list;
}

std::string comparison_line(const char* kind, const std::optional<double>& value,
                            const std::optional<double>& deviation_of_it) {
    return value && deviation_of_it ? fmt::format(
                                          "\n  {} {:.6g} cycles, {:+.2f} % from the "
                                          "simulation",
                                          kind, *value, 100 * *deviation_of_it)
                                    : "";
}

}  // namespace

void ModelComparison::add_to(Json& result) const {
    if (!simulated_blocking.empty()) {
        result["blocking"] = list_of(simulated_blocking);
    }
    Json& json = result["model"];
    json = {{"name", name}, {"status", status}};
    if (!limiting.empty()) {
        json["limiting"] = limiting;
    }
    json["unicast"] = number_or_null(unicast);
    json["broadcast"] = number_or_null(broadcast);
    json["deviation"] = number_or_null(unicast_deviation ? unicast_deviation : broadcast_deviation);
    json["unicast_deviation"] = number_or_null(unicast_deviation);
    json["broadcast_deviation"] = number_or_null(broadcast_deviation);
    json["compares"] = compares;
    json["differences"] = differences;
    if (!simulated_blocking.empty()) {
        json["blocking"] = blocking.empty() ? Json() : list_of(blocking);
    }
}

std::string ModelComparison::to_text() const {
    std::string text = "model " + name + ": " + status;
    if (!limiting.empty()) {
        text += " (" + limiting + ")";
    }
    text += comparison_line(compares.c_str(), unicast, unicast_deviation);
    text += comparison_line("broadcast", broadcast, broadcast_deviation);
    if (!differences.empty()) {
        text += "\n  the configuration departs from the model: " + differences;
    }
    return text;
}

ComparableResults ComparableResults::of(const Result& result) {
    ComparableResults simulated;
    simulated.unicast = result[LatencyKind::unicast].mean;
    simulated.broadcast = result[OperationKind::broadcast].latency.mean;
    simulated.channel = result[LatencyKind::channel].mean;
    for (const ChannelClassResult& each : result.channels) {
        if (each.name == fmt::format("dimension {}", simulated.blocking.size()) &&
            !each.mean.vc_busy.empty()) {
            simulated.blocking.push_back(each.mean.vc_busy.back());
        }
    }
    return simulated;
}

std::optional<ModelComparison> model_for(const ExperimentConfig& config,
                                         const ComparableResults& simulated) {
    const Fitting fitting = fitting_model(config);
    if (!fitting.model) {
        return std::nullopt;
    }
    const Json point = fitting.model->points({config.traffic.rate}).front();
    const auto& comparable = fitting.model->comparable;
    if (!comparable && !point.contains("blocking")) {
        return std::nullopt;
    }
    ModelComparison comparison;
    comparison.name = fitting.entry->name;
    comparison.status = point["status"].get<std::string>();
    comparison.limiting = point.value("limiting", "");
    comparison.differences = join_names(fitting.model->differences);
    if (comparable) {
        comparison.compares = comparable->simulated;
        const auto& latency =
            comparable->simulated == "channel" ? simulated.channel : simulated.unicast;
        if (latency) {
            comparison.unicast = number_in(point, comparable->member);
            comparison.unicast_deviation = deviation(comparison.unicast, latency);
        }
    }
    if (const auto blocking = point.find("blocking"); blocking != point.end()) {
        comparison.simulated_blocking = simulated.blocking;
        comparison.blocking =
            blocking->is_null() ? std::vector<double>() : blocking->get<std::vector<double>>();
    }
    if (simulated.broadcast) {
        comparison.broadcast = number_in(point, "broadcast");
        comparison.broadcast_deviation = deviation(comparison.broadcast, simulated.broadcast);
    }
    return comparison;
}

}  // namespace flitscope::tb
