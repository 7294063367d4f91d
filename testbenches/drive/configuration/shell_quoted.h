#pragma once

#include <string>

namespace flitscope::tb {

/// `word`, quoted so that a shell reads it as one word.
std::string shell_quoted(const std::string& word);

}  // namespace flitscope::tb
