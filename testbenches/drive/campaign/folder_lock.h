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
    /// Waits for its holder; `waiting` is called once before. Throws Interrupted.
    FolderLock(const std::string& path, const InterruptSignal& interrupt,
               const std::function<void()>& waiting)
        : file_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
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
    int file_;
};

}  // namespace flitscope::tb
