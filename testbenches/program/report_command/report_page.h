#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace flitscope::tb {

/// The page around the data of report_data(): one HTML file that needs no other and no network.
std::string report_page(const nlohmann::ordered_json& data);

}  // namespace flitscope::tb
