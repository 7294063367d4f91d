#pragma once

#include <string>

namespace flitscope::tb {

/// How often the process of a point is started before the point is recorded as failed.
constexpr int kAttempts = 2;

/// In front of what is said of an attempt, the first being 1. Who ran a task sees by that of the
/// last one that the failure is recorded.
inline std::string attempt_title(int number) { return "attempt " + std::to_string(number) + ": "; }

}  // namespace flitscope::tb
