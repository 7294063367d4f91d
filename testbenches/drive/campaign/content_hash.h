#pragma once

#include <string>
#include <string_view>

namespace flitscope::tb {

/// A name for content: 32 hexadecimal digits, those of the UUID of version 5 (RFC 4122: SHA-1) in a
/// name space of Flitscope's own. Equal for equal content, and in practice different for different
/// content.
std::string content_hash(std::string_view content);

/// Whether `text` may be such a name.
bool is_content_hash(std::string_view text);

}  // namespace flitscope::tb
