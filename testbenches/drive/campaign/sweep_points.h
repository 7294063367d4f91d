#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "testbenches/drive/campaign/sweep_file.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// One operating point of a sweep.
struct SweepPoint {
    std::int64_t number = 0;        ///< in axis order, from 0
    nlohmann::ordered_json values;  ///< {key: value, ..., "seed": n}, keys in the order of the axes
    std::string series;
    ExperimentConfig config;
    std::string hash;  ///< of config.resolved and of the program: the name of its result
};

/// The points of a sweep by number, each made when it is asked for.
class SweepPoints {
public:
    /// Throws ConfigError for more than kMostSweepPoints.
    explicit SweepPoints(SweepFile sweep);

    const SweepFile& sweep() const { return sweep_; }
    std::int64_t count() const { return count_; }
    /// Throws ConfigError, with the place in the sweep file where a value of an axis is to blame,
    /// for a configuration that does not work; that asks for waves, too, which all points would
    /// write to one file.
    SweepPoint at(std::int64_t number) const;

private:
    SweepFile sweep_;
    std::int64_t count_;
};

}  // namespace flitscope::tb
