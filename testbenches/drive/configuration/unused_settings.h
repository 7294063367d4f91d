#pragma once

#include <string>
#include <vector>

#include "testbenches/drive/configuration/config_error.h"

namespace flitscope::tb {

/// A setting without effect in combination with the others (docs/configuration.md). It is reported,
/// not refused, so that one base serves every value of an axis.
struct UnusedSetting {
    ConfigPosition position;
    std::string path;      ///< dotted
    std::string value;     ///< as written
    std::string why;       ///< "router.organisation = output_queued"
    std::string accepted;  ///< values with which it has an effect; "": none to name

    bool operator==(const UnusedSetting& other) const {
        return path == other.path && value == other.value && why == other.why;
    }
};

/// All of them on one line, "no effect: A = 1, B = 2 (why); C = 3 (why)"; none: "".
std::string unused_warning(const std::vector<UnusedSetting>& unused);

/// For strict configurations: throws ConfigError for the first one, which also names the others.
void refuse_unused(const std::vector<UnusedSetting>& unused);

}  // namespace flitscope::tb
