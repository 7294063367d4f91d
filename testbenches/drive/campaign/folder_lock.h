#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <string>

namespace flitscope::tb {

/// Holds the lock of a folder while it lives. Where locks do nothing, who holds one looks
/// afterwards whether another one was there.
class FolderLock {
public:
    explicit FolderLock(const std::string& path)
        : file_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
        ::flock(file_, LOCK_EX);
    }
    ~FolderLock() { ::close(file_); }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

private:
    int file_;
};

}  // namespace flitscope::tb
