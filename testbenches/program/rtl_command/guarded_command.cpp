#include "testbenches/program/rtl_command/guarded_command.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/atomic_file.h"
#include "testbenches/program/console/exit_code.h"

namespace flitscope::tb {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFolderPrefix = "flitscope-rtl-";
constexpr int kNotStarted = 127;  // as shells have it

bool in_path(const std::string& program) {
    if (program.find('/') != std::string::npos) {
        return access(program.c_str(), X_OK) == 0;
    }
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (access((fs::path(folder) / program).c_str(), X_OK) == 0) {
            return true;
        }
    }
    return false;
}

fs::path temporary_folder(const std::string& command) {
    std::error_code failure;
    const fs::path folder = fs::temp_directory_path(failure);
    if (failure) {
        const char* const named = std::getenv("TMPDIR");
        throw UsageError(command + ": TMPDIR = " + (named == nullptr ? "/tmp" : named) + ": " +
                         failure.message() + "; accepted: a folder that can be written to");
    }
    return folder;
}

[[noreturn]] void become(const std::vector<std::string>& command, const std::string& log) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ}) {
        std::signal(number, SIG_DFL);
    }
    ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
    ::dup2(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644), STDOUT_FILENO);
    ::dup2(STDOUT_FILENO, STDERR_FILENO);
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& argument : command) {
        arguments.push_back(const_cast<char*>(argument.c_str()));
    }
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    ::_exit(kNotStarted);
}

/// Ends the program's group, and processes that left it: those are children of this process, which
/// is a subreaper.
void end_all(pid_t program) {
    const std::string children = "/proc/self/task/" + std::to_string(::getpid()) + "/children";
    while (true) {
        ::kill(-program, SIGKILL);
        std::ifstream list(children);
        for (pid_t child = 0; list >> child;) {
            ::kill(child, SIGKILL);
        }
        const pid_t ended = ::waitpid(-1, nullptr, WNOHANG);
        if (ended < 0 && errno == ECHILD) {
            return;
        }
        if (ended == 0) {
            ::usleep(1000);
        }
    }
}

/// The process in between. `parent`: a pipe that ends when the parent does.
[[noreturn]] void guard(const std::vector<std::string>& command, const std::string& log,
                        const std::string& folder, int parent) {
    ::setpgid(0, 0);  // not ended with the parent's group
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        std::signal(number, SIG_IGN);
    }
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        ::dup2(nothing, file);
    }
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    const pid_t program = ::fork();
    if (program == 0) {
        become(command, log);
    }
    if (program < 0) {
        ::_exit(kNotStarted);
    }
    while (true) {
        pollfd end{parent, POLLIN, 0};
        if (::poll(&end, 1, kLookForSignalMs) > 0) {
            end_all(program);
            std::error_code ignored;
            fs::remove_all(folder, ignored);
            ::_exit(kNotStarted);
        }
        int status = 0;
        if (::waitpid(program, &status, WNOHANG) == program) {
            ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : kNotStarted);
        }
    }
}

}  // namespace

void require_tool(const std::string& command, const std::string& program,
                  const std::string& package) {
    if (!in_path(program)) {
        throw UsageError(command + ": the program " + program +
                         " is missing; on Debian: apt-get install " + package);
    }
}

void remove_work_left_behind(const std::string& command) {
    std::error_code failure;
    for (fs::directory_iterator each(temporary_folder(command), failure), end;
         !failure && each != end; each.increment(failure)) {
        if (each->path().filename().string().rfind(kFolderPrefix, 0) == 0) {
            remove_if_left_behind(each->path().string());
        }
    }
}

WorkFolder::WorkFolder(const std::string& command) {
    while (lock_ < 0) {
        std::string name =
            (temporary_folder(command) / (std::string(kFolderPrefix) + "XXXXXX")).string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw UsageError(command + ": " + name + ": " + std::strerror(errno));
        }
        path_ = name;
        lock_ = lock_as_ours(name);
        if (lock_ < 0 && fs::exists(name)) {
            throw UsageError(command + ": " + name + ": cannot be locked");
        }
    }
}

WorkFolder::~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    ::close(lock_);
}

int run_guarded(const std::vector<std::string>& command, const std::string& log,
                const WorkFolder& folder, const InterruptSignal* interrupt) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return -1;
    }
    const pid_t guardian = ::fork();
    if (guardian == 0) {
        ::close(ends[1]);
        guard(command, log, folder.path(), ends[0]);
    }
    ::close(ends[0]);
    int status = -1;
    while (guardian > 0 && ::waitpid(guardian, &status, WNOHANG) == 0) {
        if (interrupt != nullptr && interrupt->load() != 0) {
            break;
        }
        ::usleep(kLookForSignalMs * 1000);
    }
    ::close(ends[1]);  // ends the guardian, if it has not ended yet, and so the rest
    if (interrupt != nullptr && interrupt->load() != 0) {
        ::waitpid(guardian, nullptr, 0);
    }
    throw_if_interrupted(interrupt);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string log_end(const std::string& path, std::size_t lines) {
    std::deque<std::string> last;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        last.push_back("  " + line);
        if (last.size() > lines) {
            last.pop_front();
        }
    }
    std::string text;
    for (const std::string& line : last) {
        text += "\n" + line;
    }
    return text;
}

}  // namespace flitscope::tb
