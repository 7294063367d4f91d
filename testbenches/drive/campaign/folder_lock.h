#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "testbenches/drive/compare/interrupted.h"

namespace flitscope::tb {

/// Holds the lock of a folder during its lifetime. On file systems without locks two processes may
/// hold it: both then do the same work, but results stay correct.
class FolderLock {
public:
    /// Waits for its holder.
    explicit FolderLock(const std::string& path) : FolderLock(open_folder(path)) {
        while (::flock(file_, LOCK_EX) != 0 && errno == EINTR) {
        }
    }
    /// Calls `waiting` once if another process has it. Throws Interrupted.
    FolderLock(const std::string& path, const InterruptSignal& interrupt,
               const std::function<void()>& waiting)
        : FolderLock(open_folder(path)) {
        for (bool told = false;
             ::flock(file_, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR);
             told = true) {
            if (!told) {
                waiting();
            }
            throw_if_interrupted(&interrupt);
            std::this_thread::sleep_for(std::chrono::milliseconds(kLookForSignalMs));
        }
    }
    ~FolderLock() { ::close(file_); }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    explicit FolderLock(int file) : file_(file) {}
    static int open_folder(const std::string& path) {
        return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }

    int file_;
};

}  // namespace flitscope::tb
