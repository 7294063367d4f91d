#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "testbenches/drive/campaign/named_files.h"
#include "testbenches/drive/campaign/program_identity.h"
#include "testbenches/drive/campaign/sweep_file.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// One operating point of a sweep.
struct SweepPoint {
    std::int64_t number = 0;        ///< in axis order, from 0; of a search, whose points share it
    nlohmann::ordered_json values;  ///< {key: value, ..., "seed": n}, keys in the order of the axes
    std::string series;
    ExperimentConfig config;
    nlohmann::ordered_json files;  ///< that resolve(config) names, as NamedFiles has them
    std::string hash;  ///< of resolve(config), the files and the program: the name of its result
};

/// A point, or a search, to run.
struct PlannedPoint {
    std::int64_t number = 0;
    std::string hash;  ///< of a search: its first point's
};

/// The points of a sweep by number, each made on demand. After them come its searches along
/// traffic.load, one per combination of the other axes.
class SweepPoints {
public:
    /// `program`: whose results are looked for. Throws ConfigError for more than kMostSweepPoints.
    explicit SweepPoints(SweepFile sweep, ProgramIdentity program = this_program());

    const SweepFile& sweep() const { return sweep_; }
    /// Points that the axes give.
    std::int64_t points() const { return points_; }
    std::int64_t searches() const { return searches_; }
    /// Both: numbers are less.
    std::int64_t count() const { return points_ + searches_; }
    bool is_search(std::int64_t number) const { return number >= points_; }
    /// `load`: of the point of a search; if it has the same configuration as a point of the axes,
    /// it is that point. Throws ConfigError for an invalid configuration, with the place in the
    /// sweep file if a value of an axis causes it. Waves are refused, too, because all points would
    /// write them to one file.
    SweepPoint at(std::int64_t number, std::optional<double> load = std::nullopt) const;
    /// Why the point, or the search, is left out: its values exclude each other, and the sweep says
    /// `skip: impossible`. Throws as `at` if a value is wrong by itself.
    std::optional<std::string> impossible(std::int64_t number) const;
    /// The search of that number; its limit is the largest load that it may reach. Throws as `at`.
    LoadSearch search(std::int64_t number) const;

private:
    SweepPoint made(std::int64_t number, std::optional<double> load) const;
    std::optional<std::int64_t> twin(std::int64_t number, double load) const;

    SweepFile sweep_;
    ProgramIdentity program_;
    std::int64_t points_;
    std::int64_t searches_;
    mutable NamedFiles files_;  ///< keeps what it read
};

}  // namespace flitscope::tb
