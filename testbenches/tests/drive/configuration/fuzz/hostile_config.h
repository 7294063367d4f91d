#pragma once

#include <cstddef>
#include <string>

namespace flitscope::tb {

/// Feeds the bytes to the configuration reader and checks what it promises: a configuration whose
/// resolved form reads back the same, or a ConfigError with a place and a message of one line.
///
/// Lines at the start that begin with "#set " are overrides, the rest is the file. Returns whether
/// it was accepted. Anything else than the promise ends the program with abort(), or leaves as the
/// exception that was thrown.
bool read_hostile_config(const std::string& bytes);

}  // namespace flitscope::tb
