#pragma once

#include <string>

namespace flitscope::tb {

/// `word` so that a shell reads it as one.
std::string shell_quoted(const std::string& word);

}  // namespace flitscope::tb
