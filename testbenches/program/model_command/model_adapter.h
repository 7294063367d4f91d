#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "analytic/solution.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// What the chart of a model shows: its axes, and which members of a point are curves.
struct ModelChart {
    std::string x_label;
    std::string y_label;
    std::vector<std::string> curves;  ///< members of a point, drawn where they are numbers
};

/// One published model, set up from a configuration: everything that the program prints about it.
class ModelAdapter {
public:
    using Json = nlohmann::ordered_json;

    virtual ~ModelAdapter() = default;

    /// One line: the model and its parameters.
    virtual std::string description() const = 0;
    virtual std::string rate_unit() const = 0;
    virtual ModelChart chart() const = 0;

    /// The points of `model --json`, each an object of numbers, texts, lists of numbers and nulls:
    /// one per rate, in order. `reliability` ignores the rates.
    virtual std::vector<Json> points(const std::vector<double>& rates) const = 0;
    virtual bool has_rates() const { return true; }
    /// Empty where the model has none.
    virtual std::optional<analytic::Saturation> saturation() const = 0;
    /// Further members of the top level of `model --json`.
    virtual Json bounds() const { return Json::object(); }

    /// Member of a point that stands for the latency of a unicast, and the simulated latency that
    /// it is comparable with: "unicast" or "channel" of result.json.
    struct Comparable {
        std::string member;
        std::string simulated;
    };
    virtual std::optional<Comparable> comparable() const { return std::nullopt; }
    /// Where a simulation of the configuration is not what the model describes; empty: nowhere.
    virtual std::vector<std::string> differences() const { return {}; }

protected:
    /// {"rate", "status"}, and "limiting" when saturated.
    static Json point_head(double rate, bool ok, const std::string& limiting);
};

/// One line of the list of models: `model.name` and how to set it up.
struct ModelEntry {
    std::string name;
    std::vector<std::string> keys;  ///< of the section `model`, besides `name`
    /// Throws topo::OptionError where configuration and model do not fit.
    std::unique_ptr<ModelAdapter> (*make)(const ExperimentConfig& config);
    /// The same in cycles of the simulated network; null: the model is not about latency.
    std::unique_ptr<ModelAdapter> (*make_in_cycles)(const ExperimentConfig& config);
};

const std::vector<ModelEntry>& models();

std::unique_ptr<ModelAdapter> make_broadcast_wormhole(const ExperimentConfig& config);
std::unique_ptr<ModelAdapter> make_lr_wormhole(const ExperimentConfig& config);
std::unique_ptr<ModelAdapter> make_hierarchical_delay(const ExperimentConfig& config);
std::unique_ptr<ModelAdapter> make_hierarchical_delay_in_cycles(const ExperimentConfig& config);
std::unique_ptr<ModelAdapter> make_reliability(const ExperimentConfig& config);

/// The model that the configuration names. Throws topo::OptionError ("model.name") where it names
/// none or an unknown one, or a key of the section belongs to another model.
const ModelEntry& named_model(const ExperimentConfig& config);

}  // namespace flitscope::tb
