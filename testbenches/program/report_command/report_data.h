#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace flitscope::tb {

/// A finished point as its file holds it.
struct ReportPoint {
    std::string file;   ///< as the commands of the page name it: "points/HASH.json"
    std::string curve;  ///< points of one name are joined
    nlohmann::ordered_json result;
};

/// What the page of a campaign shows, as the JSON that page/report_data.js reads. Columns instead
/// of objects where there are many values; of a configuration what differs from that of the first
/// point; each network once.
nlohmann::ordered_json report_data(const std::string& name, const std::vector<ReportPoint>& points);

}  // namespace flitscope::tb
