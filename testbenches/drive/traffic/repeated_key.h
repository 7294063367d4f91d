#pragma once

#include <optional>
#include <string>

namespace flitscope::tb {

/// A key that is in an object of JSON a second time: readers of JSON take the last value and say
/// nothing.
struct RepeatedKey {
    std::string path;  ///< "config.faults[2].node"
    int line = 1;      ///< of the text, in which the key is for the second time; from 1
};

/// The first one of a text; none: each key is there once, as far as the text is JSON.
std::optional<RepeatedKey> repeated_key(const std::string& text);

}  // namespace flitscope::tb
