#include "testbenches/drive/compare/child_process.h"

#include <sys/wait.h>

#include <cerrno>
#include <cstring>

namespace flitscope::tb {

int wait_for_child(int process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) {
            return -1;
        }
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string how_it_ended(int code) {
    if (code < 0) {
        return "ended, nobody knows how";
    }
    return code > 128 ? std::string("ended by ") + ::strsignal(code - 128)
                      : "exit code " + std::to_string(code);
}

}  // namespace flitscope::tb
