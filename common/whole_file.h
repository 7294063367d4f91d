#pragma once

#include <optional>
#include <string>

namespace flitscope {

/// The bytes of a file; none: it cannot be read.
std::optional<std::string> whole_file(const std::string& path);

}  // namespace flitscope
