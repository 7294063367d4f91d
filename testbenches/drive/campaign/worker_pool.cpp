#include "testbenches/drive/campaign/worker_pool.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "testbenches/drive/compare/forked_run.h"

extern char** environ;

namespace flitscope::tb {

CapturedOutput::CapturedOutput() : file_(::memfd_create("output", MFD_CLOEXEC)) {
    if (file_ < 0) {
        throw std::system_error(errno, std::generic_category(), "no file in memory");
    }
}

CapturedOutput::~CapturedOutput() { ::close(file_); }

std::string CapturedOutput::text(std::int64_t most) const {
    const std::int64_t size = std::max<off_t>(::lseek(file_, 0, SEEK_END), 0);
    const std::int64_t length = std::min(size, most);
    std::string bytes(static_cast<std::size_t>(length), '\0');
    const ssize_t count = ::pread(file_, bytes.data(), bytes.size(), size - length);
    bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return bytes;
}

WorkerPool::~WorkerPool() {
    for (const Worker& each : workers_) {
        ::kill(each.process, SIGTERM);
    }
    for (const Worker& each : workers_) {
        wait_for_child(each.process);
        ::close(each.handle);
    }
}

void WorkerPool::start(std::int64_t id, const std::vector<std::string>& words) {
    auto output = std::make_unique<CapturedOutput>();
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output->file(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, output->file(), STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    if (own_group_) {
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // 0: its own
    }
    std::vector<std::string> copies = words;
    std::vector<char*> arguments;
    for (std::string& each : copies) {
        arguments.push_back(each.data());
    }
    arguments.push_back(nullptr);
    pid_t process = 0;
    const int failed =
        ::posix_spawn(&process, arguments[0], &files, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    const int handle = failed == 0 ? static_cast<int>(::syscall(SYS_pidfd_open, process, 0)) : -1;
    if (handle < 0) {
        const int error = failed == 0 ? errno : failed;
        if (failed == 0) {
            ::kill(process, SIGTERM);
            wait_for_child(process);
        }
        throw std::system_error(error, std::generic_category(), "no worker process: " + words[0]);
    }
    workers_.push_back({id, process, handle, std::move(output)});
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
        Worker ended = std::move(workers_[i]);
        workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
        ::close(ended.handle);
        return WorkerEnd{ended.id, wait_for_child(ended.process), std::move(ended.output)};
    }
    return std::nullopt;
}

std::string this_program_path() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

}  // namespace flitscope::tb
