#pragma once

#include <string>

namespace flitscope::tb {

/// `text` with U+FFFD for each byte that is not UTF-8: JSON needs UTF-8, but file names may be
/// anything.
std::string as_utf8(const std::string& text);

}  // namespace flitscope::tb
