#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbenches/program/compare_command/significance.h"

namespace flitscope::tb {

/// A figure of a result by its dotted name, "latency.unicast.mean" or
/// "channels.dimension 0.utilisation".
struct ResultFigure {
    std::string name;
    Estimate estimate;
};

/// The figures by which two results are compared: latencies with quantiles, throughput, hops,
/// classes of channels, saturation (0 or 1). Excluded are values that depend on the machine, and
/// counts, which grow with the run.
std::vector<ResultFigure> result_figures(const nlohmann::ordered_json& result);

}  // namespace flitscope::tb
