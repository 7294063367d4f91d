#pragma once

#include <string>

namespace flitscope::tb {

/// Waits until a child of this process has ended: its exit code, 128 + number where a signal ended
/// it, as shells have it, -1 where nobody knows (children of a process that ignores SIGCHLD).
int wait_for_child(int process);

/// "ended by Killed", "exit code 3", "ended, nobody knows how".
std::string how_it_ended(int code);

}  // namespace flitscope::tb
