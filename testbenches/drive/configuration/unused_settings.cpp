#include "testbenches/drive/configuration/unused_settings.h"

#include <algorithm>

namespace flitscope::tb {

namespace {

/// "A = 1, B = 2 (why); C = 3 (why)", in the order of the first of each.
std::string listed(const std::vector<UnusedSetting>& unused) {
    std::vector<std::pair<std::string, std::string>> by_reason;
    for (const UnusedSetting& each : unused) {
        auto found = std::find_if(by_reason.begin(), by_reason.end(),
                                  [&each](const auto& group) { return group.first == each.why; });
        if (found == by_reason.end()) {
            found = by_reason.insert(by_reason.end(), {each.why, ""});
        }
        found->second +=
            (found->second.empty() ? "" : ", ") + each.path + " = " + shortened(each.value);
    }
    std::string text;
    for (const auto& [why, settings] : by_reason) {
        text += (text.empty() ? "" : "; ") + settings + " (" + why + ")";
    }
    return text;
}

}  // namespace

std::string unused_warning(const std::vector<UnusedSetting>& unused) {
    return unused.empty() ? "" : "no effect: " + listed(unused);
}

void refuse_unused(const std::vector<UnusedSetting>& unused) {
    if (unused.empty()) {
        return;
    }
    const UnusedSetting& first = unused.front();
    const std::vector<UnusedSetting> others(unused.begin() + 1, unused.end());
    throw ConfigError({first.position,
                       "no effect (" + first.why + ")" +
                           (others.empty() ? "" : "; also without effect: " + listed(others)),
                       first.accepted, first.path, first.value});
}

}  // namespace flitscope::tb
