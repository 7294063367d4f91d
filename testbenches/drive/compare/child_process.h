#pragma once

#include <string>

namespace flitscope::tb {

/// Waits until a child of this process has ended: its exit code, 128 + number where a signal ended
/// it, as shells have it.
int wait_for_child(int process);

/// "ended by Killed", "exit code 3".
std::string how_it_ended(int code);

}  // namespace flitscope::tb
