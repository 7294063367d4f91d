#pragma once

#include <string>

namespace flitscope::tb {

/// JSON holds UTF-8; names of files may be anything. `text` with U+FFFD for each byte that is none.
std::string as_utf8(const std::string& text);

}  // namespace flitscope::tb
