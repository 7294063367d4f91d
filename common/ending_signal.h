#pragma once

#include <atomic>

namespace flitscope {

/// The number of the signal by which the user ends the program; 0: none came. Set by a handler.
inline std::atomic<int> ending_signal{0};
static_assert(std::atomic<int>::is_always_lock_free, "set in a signal handler");

}  // namespace flitscope
