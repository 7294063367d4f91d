#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace flitscope::tb {

/// Near the beginning of every page: by this a file is known as one.
constexpr std::string_view kPageMark = "<meta name=\"generator\" content=\"flitscope report\">";

/// The files of page/, put into the program by the build.
extern const std::string_view kPageFrame;    ///< page.html, with @STYLE@ and so on in it
extern const std::string_view kPageStyle;    ///< all .css
extern const std::string_view kPageLicence;  ///< of uPlot
extern const std::string_view kPageLibrary;  ///< uPlot
extern const std::string_view kPageScript;   ///< all other .js, definitions before their uses

/// The page around the data of report_data(): one HTML file that needs no other and no network.
std::string report_page(const nlohmann::ordered_json& data);

}  // namespace flitscope::tb
