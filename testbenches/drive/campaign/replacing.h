#pragma once

#include <string>

namespace flitscope::tb {

/// Whether a file in `folder` can be replaced by renaming another one, in one step: who reads it
/// finds the one or the other, whole. Tries it for some milliseconds, so a gap that is seldom may
/// stay unseen. Returns what is wrong; "": nothing, or nothing can be written there at all.
std::string replacing_problem(const std::string& folder);

}  // namespace flitscope::tb
