#include "testbenches/drive/compare/forked_run.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "testbenches/drive/compare/run_fault.h"

namespace flitscope::tb {

namespace {

constexpr int kDone = 0;
constexpr int kThrew = 1;   ///< the answer is the text of the exception
constexpr int kFaulty = 2;  ///< the exception was a RunFault; its kind is added

void write_all(int file, const std::string& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t count = ::write(file, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno != EINTR) {
            ::_exit(kThrew);  // nobody reads any more
        }
        done += count > 0 ? static_cast<std::size_t>(count) : 0;
    }
}

[[noreturn]] void run_child(const std::function<void(const ForkedRun::Write&)>& work, int file) {
    std::string error;
    try {
        work([file](const std::string& bytes) { write_all(file, bytes); });
        ForkedRun::finish();
    } catch (const RunFault& fault) {
        write_all(file, fault.what());
        ::_exit(kFaulty + static_cast<int>(fault.kind()));
    } catch (const std::exception& exception) {
        error = exception.what();
    } catch (...) {
        error = "unknown exception";
    }
    write_all(file, error);
    ::_exit(kThrew);
}

}  // namespace

ForkedRun::ForkedRun(const std::function<void(const Write& write)>& work,
                     const InterruptSignal* interrupt)
    : interrupt_(interrupt) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) {
        throw std::system_error(errno, std::generic_category(), "no pipe");
    }
    std::fflush(nullptr);  // or the child would print it again
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent) {  // it ended before that
            ::_exit(kThrew);
        }
        ::close(ends[0]);
        run_child(work, ends[1]);
    }
    const int fork_error = errno;
    ::close(ends[1]);
    pipe_ = ends[0];
    if (pid_ < 0) {
        ::close(pipe_);
        throw std::system_error(fork_error, std::generic_category(), "no child process");
    }
}

ForkedRun::~ForkedRun() {
    if (pipe_ >= 0) {
        ::close(pipe_);
    }
    if (pid_ > 0) {
        ::kill(pid_, SIGKILL);
        wait_for_child(pid_);
    }
}

std::string ForkedRun::answer() {
    std::string bytes;
    std::array<char, 65536> buffer{};
    while (true) {
        pollfd readable{pipe_, POLLIN, 0};
        const int ready = ::poll(&readable, 1, kLookForSignalMs);
        throw_if_interrupted(interrupt_);
        if (ready <= 0) {
            continue;
        }
        const ssize_t count = ::read(pipe_, buffer.data(), buffer.size());
        if (count > 0) {
            bytes.append(buffer.data(), static_cast<std::size_t>(count));
        } else if (count == 0 || errno != EINTR) {
            break;
        }
    }
    const int code = wait_for_child(pid_);
    pid_ = -1;
    if (code < 0 || code > 128) {
        throw std::runtime_error(how_it_ended(code));
    }
    if (code >= kFaulty) {
        throw RunFault(static_cast<RunFault::Kind>(code - kFaulty), bytes);
    }
    if (code != kDone) {
        throw std::runtime_error(bytes);
    }
    return bytes;
}

void ForkedRun::finish() {
    std::fflush(nullptr);
    ::_exit(kDone);
}

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
