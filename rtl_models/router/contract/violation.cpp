#include "rtl_models/router/contract/violation.h"

#include <algorithm>

namespace flitscope::rtl {

std::string loops_note(const std::vector<std::string>& loops) {
    if (loops.empty()) {
        return "";
    }
    constexpr std::size_t kMostNamed = 3;
    std::string named;
    for (std::size_t i = 0; i < std::min(loops.size(), kMostNamed); ++i) {
        named += (i == 0 ? "" : ", ") + loops[i];
    }
    if (loops.size() > kMostNamed) {
        named += " and " + std::to_string(loops.size() - kMostNamed) + " more";
    }
    return "its model may be wrong: it was built with WAIVE UNOPTFLAT, with combinational loops: " +
           named;
}

}  // namespace flitscope::rtl
