#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbenches/drive/campaign/stored_point.h"

namespace flitscope::tb {

/// What the page of a campaign shows, as the JSON that page/report_data.js reads. Columns instead
/// of objects where there are many values; of a configuration what differs from that of the first
/// point; each network once. `x`: what is across, as SweepFile::x.
nlohmann::ordered_json report_data(const std::string& name, const std::vector<StoredPoint>& points,
                                   const std::vector<std::string>& x = {});

}  // namespace flitscope::tb
