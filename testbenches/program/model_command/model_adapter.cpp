#include "testbenches/program/model_command/model_adapter.h"

#include <fmt/format.h>

#include <algorithm>

#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/resolved_config.h"

namespace flitscope::tb {

const std::vector<ModelEntry>& models() {
    static const std::vector<ModelEntry> entries = {
        {"broadcast_wormhole", make_broadcast_wormhole, make_broadcast_wormhole},
        {"lr_wormhole", make_lr_wormhole, make_lr_wormhole},
        {"hierarchical_delay", make_hierarchical_delay, make_hierarchical_delay_in_cycles},
        {"reliability", make_reliability, nullptr},
    };
    return entries;
}

const ModelEntry& named_model(const ExperimentConfig& config) {
    std::vector<std::string> names;
    for (const ModelEntry& entry : models()) {
        names.push_back(entry.name);
    }
    const ModelAdapter::Json model = resolved_model(config);
    if (!model.contains("name")) {
        throw OptionError("model.name", "no model named; accepted: " + join_names(names));
    }
    const ModelAdapter::Json& name = model["name"];
    const auto entry =
        std::find_if(models().begin(), models().end(), [&name](const ModelEntry& each) {
            return name.is_string() && each.name == name.get<std::string>();
        });
    if (entry == models().end()) {
        throw OptionError("model.name", fmt::format("unknown model {}; accepted: {}", name.dump(),
                                                    join_names(names)));
    }
    return *entry;
}

ModelAdapter::Points ModelAdapter::by_rate(std::function<Json(double rate)> point) {
    return [point = std::move(point)](const std::vector<double>& rates) {
        std::vector<Json> points;
        std::transform(rates.begin(), rates.end(), std::back_inserter(points), point);
        return points;
    };
}

ModelAdapter::Json ModelAdapter::point_head(double rate, bool ok, const std::string& limiting) {
    Json point = {{"rate", rate}, {"status", ok ? "ok" : "saturated"}};
    if (!ok) {
        point["limiting"] = limiting;
    }
    return point;
}

}  // namespace flitscope::tb
