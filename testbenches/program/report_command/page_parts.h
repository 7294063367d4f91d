#pragma once

#include <string_view>

namespace flitscope::tb {

/// The files of page/, put into the program by the build.
extern const std::string_view kPageFrame;    ///< page.html, with @STYLE@ and so on in it
extern const std::string_view kPageStyle;    ///< all .css
extern const std::string_view kPageLicence;  ///< of uPlot
extern const std::string_view kPageLibrary;  ///< uPlot
extern const std::string_view
    kPageScript;  ///< all other .js, in an order that defines before it uses

}  // namespace flitscope::tb
