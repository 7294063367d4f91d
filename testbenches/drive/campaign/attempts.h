#pragma once

#include <string>

namespace flitscope::tb {

/// How often the process of a point is started before the point is recorded as failed.
constexpr int kAttempts = 2;

/// The prefix of messages about an attempt, counted from 1. The prefix of the last attempt tells
/// the user that the failure was recorded.
inline std::string attempt_title(int number) { return "attempt " + std::to_string(number) + ": "; }

}  // namespace flitscope::tb
