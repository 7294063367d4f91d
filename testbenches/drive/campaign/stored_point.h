#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "testbenches/drive/campaign/program_identity.h"
#include "testbenches/drive/campaign/sweep_points.h"
#include "testbenches/drive/measurement/run_state.h"

namespace flitscope::tb {

/// A finished point of a sweep: points/HASH.json, which is a result.json with these keys behind it:
///
///     commit       with `flitscope`, the program that made it
///     sweep        hash of the sweep that it is of
///     point        {key: value, ..., "seed": n}, in the order of the axes
///     series_name  of the curve that it is on; `series` is the time series
///     number       its place in axis order, or the search that it is of: not all numbers need be
///                  there, and the points of a search share one
///     files        that the configuration names, as NamedFiles has them; absent: none
///     checksum     of the text in front of it
struct StoredPoint {
    std::string hash;             ///< of configuration and program
    nlohmann::ordered_json json;  ///< the whole file

    std::int64_t number() const { return json.at("number"); }
    /// To sort by: the points of a search by their load.
    std::pair<std::int64_t, double> place() const;
};

/// The figures of a result or stored point by their dotted names, in its order:
/// "latency.unicast.mean"; of channels with the class between, "channels.injection.utilisation".
/// Of `blocking` and of lists of the model each element, "model.blocking.0". Other lists
/// (per_channel, time series) are not among them, nor is what says which point it is.
std::vector<std::pair<std::string, nlohmann::ordered_json>> figures_of(
    const nlohmann::ordered_json& result);

/// The state of a result's load; derived from other keys for an older result without `state`.
RunState state_of(const nlohmann::ordered_json& result);

/// A file that is not such a point: truncated, edited, or of another program. what() says which.
class DamagedPoint : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A file points/HASH.json that is not such a point.
struct DamagedFile {
    std::string hash;  ///< by its name
    std::string file;
    std::string problem;  ///< DamagedPoint::what

    std::string text() const { return file + ": " + problem; }
};

std::vector<std::string> texts_of(const std::vector<DamagedFile>& damaged);

/// The text of the file for the `result` (Result::to_json) of a point of the sweep of this hash.
std::string stored_text(const SweepPoint& point, const std::string& sweep,
                        nlohmann::ordered_json result);

/// The point in such a text, with checksum and hash checked. Throws DamagedPoint.
StoredPoint parse_stored(const std::string& text);

}  // namespace flitscope::tb
