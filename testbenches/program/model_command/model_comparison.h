#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/drive/run/result.h"

namespace flitscope::tb {

/// The results of a simulation that can be compared with a model. Means in cycles; empty: not
/// measured.
struct ComparableResults {
    std::optional<double> unicast;    ///< latency.unicast.mean
    std::optional<double> broadcast;  ///< latency.broadcast.mean
    std::optional<double> channel;    ///< latency.channel.mean
    /// [dimension]: share of cycles in which all VCs of a channel were held; empty: no cube.
    std::vector<double> blocking{};

    /// Those of a simulation.
    static ComparableResults of(const Result& result);
};

/// The model's values at the operating point of a simulation. Latencies in cycles; a value is empty
/// where the model has none, is saturated, or nothing of the kind was simulated. Deviations are
/// model / simulated - 1.
struct ModelComparison {
    std::string name;      ///< model
    std::string status;    ///< "ok" or "saturated"
    std::string limiting;  ///< resource that saturates first; empty when ok
    std::string compares;  ///< which simulated latency `unicast` is held against, e.g. "channel";
                           ///< empty: none
    std::optional<double> unicast;
    std::optional<double> unicast_deviation;
    std::optional<double> broadcast;
    std::optional<double> broadcast_deviation;
    /// [dimension]: probabilities of finding a channel taken; both empty: not of this model.
    std::vector<double> blocking, simulated_blocking;
    std::string differences;  ///< where the configuration departs from the model; empty: nowhere

    /// Adds to a result.json the member "model": name, status, limiting, unicast, broadcast,
    /// deviation (of unicasts, else of broadcasts), deviations of each kind, compares, differences
    /// and, where the model has it, blocking; and the simulated "blocking" in front of it.
    void add_to(nlohmann::ordered_json& result) const;
    /// Lines for people, without a final newline.
    std::string to_text() const;
};

/// The model named in the configuration, else the first of broadcast_wormhole, lr_wormhole and
/// hierarchical_delay that describes it fully. Empty where none fits: wrong topology, routing,
/// pattern or switching, or a parameter outside the model's validity.
std::optional<ModelComparison> model_for(const ExperimentConfig& config,
                                         const ComparableResults& simulated);

}  // namespace flitscope::tb
