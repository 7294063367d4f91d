#include "testbenches/program/compare_command/compared_results.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "testbenches/drive/campaign/results_directory.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/config_json.h"
#include "testbenches/drive/traffic/repeated_key.h"
#include "testbenches/program/compare_command/result_figures.h"
#include "testbenches/program/exit_code.h"

namespace flitscope::tb {

namespace {

using Json = nlohmann::ordered_json;

/// Throws UsageError where something is missing that a comparison asks for.
void require_result(const std::string& path, const Json& result) {
    if (result.is_discarded()) {
        throw UsageError(shortened(path) +
                         ": not a whole result.json: it breaks off, or is no JSON");
    }
    try {
        result_figures(result);
        result.at("config").at("measure").at("confidence").get<double>();
        if (const Json& mean = result.at("latency").at("unicast").at("mean"); !mean.is_null()) {
            mean.get<double>();
        }
    } catch (const Json::exception& error) {
        throw UsageError(shortened(path) +
                         ": not a whole result.json: " + on_one_line(error.what()));
    }
}

}  // namespace

std::string compared_text(const std::string& path) {
    errno = 0;
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    if (!in || !(text << in.rdbuf())) {
        throw UsageError(on_one_line(path) +
                         (errno == 0 ? std::string(": is empty")
                                     : std::string(": cannot be read: ") + std::strerror(errno)));
    }
    return text.str();
}

std::optional<ComparedPoints> result_in(const std::string& path, const std::string& text) {
    if (!config_in_result(text)) {
        return std::nullopt;
    }
    if (const auto repeated = repeated_key(text)) {
        throw UsageError(shortened(path) + ":" + std::to_string(repeated->line) + ": " +
                         shortened(repeated->path) + ": given twice");
    }
    const Json result = Json::parse(text, nullptr, false);
    require_result(path, result);
    return ComparedPoints{{Json::object(), {result}}};
}

ComparedPoints read_results_directory(const std::string& folder,
                                      std::vector<DamagedFile>& damaged) {
    const ResultsDirectory results(folder);
    results.require();
    ComparedPoints points;
    std::map<std::string, std::size_t> known;
    for (StoredPoint& stored : results.points(&damaged)) {
        require_result(results.point_file(stored.hash), stored.result);
        stored.point.erase("seed");
        const auto at = known.emplace(stored.point.dump(), points.size());
        if (at.second) {
            points.push_back({stored.point, {}});
        }
        points[at.first->second].results.push_back(std::move(stored.result));
    }
    return points;
}

}  // namespace flitscope::tb
