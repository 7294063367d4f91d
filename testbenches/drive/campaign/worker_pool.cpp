#include "testbenches/drive/campaign/worker_pool.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <stdexcept>

extern char** environ;

namespace flitscope::tb {

namespace {

std::string content_of_memory(int file) {
    std::string text;
    std::array<char, 4096> bytes{};
    ssize_t count = 0;
    while ((count = ::pread(file, bytes.data(), bytes.size(), static_cast<off_t>(text.size()))) >
           0) {
        text.append(bytes.data(), static_cast<std::size_t>(count));
    }
    return text;
}

int wait_for(int process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

WorkerPool::WorkerPool(int jobs, const InterruptSignal& interrupt)
    : jobs_(jobs), interrupt_(interrupt) {}

WorkerPool::~WorkerPool() {
    for (const Worker& each : workers_) {
        ::kill(each.process, SIGTERM);
    }
    for (const Worker& each : workers_) {
        wait_for(each.process);
        ::close(each.handle);
        ::close(each.output);
    }
}

void WorkerPool::start(std::int64_t id, const std::vector<std::string>& words) {
    const int output = ::memfd_create("output", MFD_CLOEXEC);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, output, STDERR_FILENO);
    std::vector<std::string> copies = words;
    std::vector<char*> arguments;
    for (std::string& each : copies) {
        arguments.push_back(each.data());
    }
    arguments.push_back(nullptr);
    pid_t process = 0;
    const int failed = output < 0 ? errno
                                  : ::posix_spawn(&process, arguments[0], &files, nullptr,
                                                  arguments.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    const int handle = failed == 0 ? static_cast<int>(::syscall(SYS_pidfd_open, process, 0)) : -1;
    if (handle < 0) {
        const int error = failed == 0 ? errno : failed;
        if (failed == 0) {
            ::kill(process, SIGTERM);
            wait_for(process);
        }
        ::close(output);
        throw std::runtime_error("no worker process: " + words[0] + ": " + std::strerror(error));
    }
    workers_.push_back({id, process, handle, output});
}

std::optional<WorkerEnd> WorkerPool::wait_one() {
    std::vector<pollfd> handles;
    for (const Worker& each : workers_) {
        handles.push_back({each.handle, POLLIN, 0});
    }
    ::poll(handles.data(), handles.size(), kLookForSignalMs);
    throw_if_interrupted(&interrupt_);
    for (std::size_t i = 0; i < handles.size(); ++i) {
        if (handles[i].revents == 0) {
            continue;
        }
        const Worker ended = workers_[i];
        workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
        const int code = wait_for(ended.process);
        const std::string output = content_of_memory(ended.output);
        ::close(ended.handle);
        ::close(ended.output);
        return WorkerEnd{ended.id, code, output};
    }
    return std::nullopt;
}

std::string this_program_path() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

}  // namespace flitscope::tb
