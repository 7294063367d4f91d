#include "testbenches/program/model_command/model_command.h"

#include <charconv>
#include <ostream>

#include "testbenches/program/model_command/model_adapter.h"
#include "testbenches/program/model_command/model_output.h"
#include "testbenches/program/model_command/model_setup.h"

namespace flitscope::tb {

namespace {

constexpr int kCurvePoints = 60;
constexpr int kMostRates = 100000;

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

template <typename T>
bool parse(const std::string& text, T& value) {
    const char* end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, value);
    return result.ec == std::errc() && result.ptr == end && !text.empty();
}

double rate_of(const std::string& model, const std::string& text) {
    double rate = 0;
    if (!parse(text, rate) || !(rate >= 0 && rate <= 1e100)) {
        refuse(model, "rates", "'" + text + "'", "a number 0..1e100");
    }
    return rate;
}

/// "a,b,c" as given, or "from:to:count" evenly spaced, both ends included (count 1: `from` alone).
/// Each 0..1e100, at most kMostRates of them. Throws OptionError ("rates") that names the model.
std::vector<double> parse_rates(const std::string& model, const std::string& text) {
    std::vector<double> rates;
    const auto range = split(text, ':');
    if (range.size() == 1) {
        for (const std::string& part : split(text, ',')) {
            rates.push_back(rate_of(model, part));
        }
        return rates;
    }
    int count = 0;
    if (range.size() != 3 || !parse(range[2], count) || count < 1 || count > kMostRates) {
        refuse(model, "rates", "'" + text + "'",
               "RATE,RATE,... or FROM:TO:COUNT with a count 1..100000");
    }
    const double from = rate_of(model, range[0]);
    const double to = rate_of(model, range[1]);
    for (int i = 0; i < count; ++i) {
        // The ends come out exactly.
        rates.push_back(i == 0 ? from : i == count - 1 ? to : from + (to - from) * i / (count - 1));
    }
    return rates;
}

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
