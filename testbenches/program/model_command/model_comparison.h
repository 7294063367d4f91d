#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/drive/run/result.h"

namespace flitscope::tb {

/// The results of a simulation that can be compared with a model. Means in cycles; empty: not
/// measured.
struct SimulatedLatencies {
    std::optional<double> unicast;    ///< latency.unicast.mean
    std::optional<double> broadcast;  ///< latency.broadcast.mean
    std::optional<double> channel;    ///< latency.channel.mean

    /// Those of a simulation.
    static SimulatedLatencies of(const Result& result);
};

/// The model's values at the operating point of a simulation. Latencies in cycles; a value is empty
/// where the model has none, is saturated, or nothing of the kind was simulated. Deviations are
/// model / simulated - 1.
struct ModelComparison {
    std::string name;      ///< model
    std::string status;    ///< "ok" or "saturated"
    std::string limiting;  ///< resource that saturates first; empty when ok
    std::string compares;  ///< which simulated latency `unicast` is held against, e.g. "channel"
    std::optional<double> unicast;
    std::optional<double> unicast_deviation;
    std::optional<double> broadcast;
    std::optional<double> broadcast_deviation;
    std::string differences;  ///< where the configuration departs from the model; empty: nowhere

    /// Member "model" of result.json: name, status, limiting, unicast, broadcast, deviation (of
    /// unicasts, else of broadcasts), deviations of each kind, compares, differences.
    nlohmann::ordered_json to_json() const;
    /// Lines for people, without a final newline.
    std::string to_text() const;
};

/// The model named in the configuration, else the first of broadcast_wormhole, lr_wormhole and
/// hierarchical_delay that describes it fully. Empty where none fits: wrong topology, routing,
/// pattern or switching, or a parameter outside the model's validity.
std::optional<ModelComparison> model_for(const ExperimentConfig& config,
                                         const SimulatedLatencies& simulated);

}  // namespace flitscope::tb
