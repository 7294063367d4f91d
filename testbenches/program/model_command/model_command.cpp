#include "testbenches/program/model_command/model_command.h"

#include <ostream>

#include "testbenches/program/model_command/model_adapter.h"
#include "testbenches/program/model_command/model_output.h"
#include "testbenches/program/model_command/model_rates.h"

namespace flitscope::tb {

namespace {

constexpr int kCurvePoints = 60;

std::vector<double> rates_of(const ExperimentConfig& config, const std::string& text,
                             const ModelEntry& entry, const ModelAdapter& model) {
    if (text.empty()) {
        return {config.traffic.rate};
    }
    if (!model.has_rates()) {
        throw OptionError("rates", entry.name + ": rates = " + text +
                                       ", must be absent: its points are the hours of model.hours");
    }
    return parse_rates(entry.name, text);
}

/// A curve needs more than the one point of the configuration: up to just below saturation.
std::vector<double> rates_of_curve(const std::vector<double>& rates, const ModelAdapter& model) {
    const auto& saturation = model.saturation;
    if (rates.size() > 1 || !saturation) {
        return rates;
    }
    std::vector<double> curve;
    for (int i = 0; i < kCurvePoints; ++i) {
        curve.push_back(0.98 * saturation->rate * i / (kCurvePoints - 1));
    }
    return curve;
}

}  // namespace

int model_command(const ExperimentConfig& config, const ModelCommandOptions& options,
                  std::ostream& out) {
    const ModelEntry& entry = named_model(config);
    if (options.json && options.csv) {
        throw OptionError("csv", entry.name + ": csv and json given together");
    }
    if (!options.plot.empty()) {
        try {
            check_plot_name(options.plot);
        } catch (const std::invalid_argument& error) {
            throw OptionError("plot", entry.name + ": " + error.what());
        }
    }
    const ModelAdapter model = entry.make(config);
    const std::vector<double> rates = rates_of(config, options.rates, entry, model);
    const auto points = model.points(rates);
    if (options.json) {
        write_model_json(entry.name, model, points, out);
    } else if (options.csv) {
        write_model_csv(points, out);
    } else {
        write_model_table(model, points, out);
    }
    if (!options.plot.empty()) {
        const bool as_printed = !model.has_rates() || rates.size() > 1;
        const auto curve = as_printed ? points : model.points(rates_of_curve(rates, model));
        try {
            write_plot(plot_of_model(entry.name, model, curve), options.plot);
        } catch (const std::invalid_argument& error) {
            throw OptionError("plot", entry.name + ": " + error.what());
        }
    }
    return 0;
}

}  // namespace flitscope::tb
