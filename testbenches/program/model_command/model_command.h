#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

struct ModelCommandOptions {
    /// Message rates per node in the model's unit: "0.001,0.002" or "from:to:count" (both ends
    /// included); empty: the rate of the configuration. Not accepted by `reliability`, whose points
    /// are hours.
    std::string rates;
    bool json = false;  ///< one JSON object, see docs/models.md
    bool csv = false;   ///< one line per point after a line of names; not together with `json`
    std::string plot;   ///< .svg or .png file to draw the points into; empty: none
};

/// `flitscope model`: the analytical model named in the section `model` of the configuration.
///
/// Prints points, saturation rate and limiting resource to `out`. Exit code 0, also where points
/// are saturated. Throws OptionError for bad input, with the dotted key of the configuration
/// ("model.node_rate", "routing.algorithm") or "rates", "csv", "plot" for the command's options;
/// the message names model, parameter and range. Throws PlotError when the plot cannot be drawn.
int model_command(const ExperimentConfig& config, const ModelCommandOptions& options,
                  std::ostream& out);

/// Throws OptionError unless the configuration names a model, fits it, and gives it one point.
void check_model_point(const ExperimentConfig& config);

/// Member `model` of a point of a sweep with `run: model`: `name`, `parameters` and `differences`
/// of the model, the point as `model --json` has it, and the members beside its points
/// (`saturation_rate`, bounds). Throws as check_model_point.
nlohmann::ordered_json model_point(const ExperimentConfig& config);

}  // namespace flitscope::tb
