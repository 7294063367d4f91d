#pragma once

#include <string>
#include <string_view>

namespace flitscope::tb {

/// A name for content: 32 hexadecimal digits, those of the UUID of version 5 (RFC 4122: SHA-1) in a
/// name space of Flitscope's own. Equal for equal content, and never for different one in practice.
std::string content_hash(std::string_view content);

}  // namespace flitscope::tb
