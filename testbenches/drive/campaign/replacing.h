#pragma once

#include <string>

namespace flitscope::tb {

/// Checks that a file in `folder` can be replaced atomically by renaming another one: a reader
/// finds one or the other, complete. It tries for some milliseconds, so a rare gap may go
/// unnoticed. Returns the problem; "": none, or the folder is not writable at all.
std::string replacing_problem(const std::string& folder);

}  // namespace flitscope::tb
