#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "analytic/solution.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// The chart of a model: its axes, and the members of a point that are curves.
struct ModelChart {
    std::string x_label;
    std::string y_label;
    std::vector<std::string> curves;  ///< members of a point, drawn where they are numbers
};

/// One published model, set up from a configuration: everything that the program prints about it.
struct ModelAdapter {
    using Json = nlohmann::ordered_json;
    using Points = std::function<std::vector<Json>(const std::vector<double>& rates)>;

    std::string description;  ///< one line: the model and its parameters
    std::string rate_unit;    ///< "": its points do not depend on a rate
    ModelChart chart;
    /// The points of `model --json`, each an object of numbers, texts, lists of numbers and nulls:
    /// one per rate, in order. Without a unit of rates they are ignored.
    Points points;
    std::optional<analytic::Saturation> saturation;  ///< empty where the model has none
    Json bounds = Json::object();                    ///< further members of `model --json`
    /// Member of a point that stands for the latency of a unicast, and the simulated latency that
    /// it is comparable with: "unicast" or "channel" of result.json.
    struct Comparable {
        std::string member;
        std::string simulated;
    };
    std::optional<Comparable> comparable;
    /// How a simulation of the configuration differs from the model's assumptions; empty: not at
    /// all.
    std::vector<std::string> differences;

    bool has_rates() const { return !rate_unit.empty(); }
    /// The points of a model that knows one rate at a time.
    static Points by_rate(std::function<Json(double rate)> point);
    /// {"rate", "status"}, and "limiting" when saturated.
    static Json point_head(double rate, bool ok, const std::string& limiting);
};

/// An entry of the list of models: `model.name` and how to set it up. Which keys each has is known
/// to the reader of the section.
struct ModelEntry {
    std::string name;
    /// Throws OptionError if configuration and model do not fit.
    ModelAdapter (*make)(const ExperimentConfig& config);
    /// The same in cycles of the simulated network; null: the model is not about latency.
    ModelAdapter (*make_in_cycles)(const ExperimentConfig& config);
};

const std::vector<ModelEntry>& models();

ModelAdapter make_broadcast_wormhole(const ExperimentConfig& config);
ModelAdapter make_lr_wormhole(const ExperimentConfig& config);
ModelAdapter make_hierarchical_delay(const ExperimentConfig& config);
ModelAdapter make_hierarchical_delay_in_cycles(const ExperimentConfig& config);
ModelAdapter make_reliability(const ExperimentConfig& config);

/// The model that the configuration names. Throws OptionError ("model.name") if it names none or an
/// unknown one.
const ModelEntry& named_model(const ExperimentConfig& config);

}  // namespace flitscope::tb
