#pragma once

#include <cstddef>
#include <string>

namespace flitscope {

/// Bytes of the character at `at`; 0: there is no character of UTF-8 (RFC 3629), or one that
/// terminals take for a command (C0, DEL, C1).
std::size_t printable_at(const std::string& text, std::size_t at);
/// Of all characters.
bool is_printable(const std::string& text);

}  // namespace flitscope
