#include "testbenches/drive/compare/child_process.h"

#include <sys/wait.h>

#include <cerrno>
#include <cstring>

namespace flitscope::tb {

int wait_for_child(int process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string how_it_ended(int code) {
    return code > 128 ? std::string("ended by ") + ::strsignal(code - 128)
                      : "exit code " + std::to_string(code);
}

}  // namespace flitscope::tb
