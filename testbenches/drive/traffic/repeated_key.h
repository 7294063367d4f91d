#pragma once

#include <optional>
#include <string>

namespace flitscope::tb {

/// A repeated key in a JSON object: JSON readers silently take the last value.
struct RepeatedKey {
    std::string path;  ///< "config.faults[2].node"
    int line = 1;      ///< of the text, in which the key is for the second time; from 1
};

/// The first repeated key of a text; none: keys are unique, as far as the text is JSON.
std::optional<RepeatedKey> repeated_key(const std::string& text);

}  // namespace flitscope::tb
