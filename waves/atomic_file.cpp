#include "waves/atomic_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

namespace flitscope::waves {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPrefix = ".flitscope-";

std::string folder_of(const std::string& path) {
    const std::string folder = fs::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

/// The process in the name of a temporary file; 0: it is no such name, and somebody's own file.
long owner_of(const std::string& name) {
    const auto digits = [&name](std::size_t from) {
        const std::size_t end = name.find_first_not_of("0123456789", from);
        return end == std::string::npos || end == from || name[end] != '-' ? 0 : end + 1;
    };
    const std::size_t process = name.rfind(kPrefix, 0) == 0 ? std::strlen(kPrefix) : 0;
    const std::size_t number = process == 0 ? 0 : digits(process);
    return number == 0 || digits(number) == 0 ? 0 : std::strtol(&name[process], nullptr, 10);
}

/// Names of the temporary files of this process.
class OwnNames {
public:
    void add(const std::string& name) {
        const std::lock_guard<std::mutex> lock(mutex_);
        names_.push_back(name);
    }
    void remove(const std::string& name) {
        const std::lock_guard<std::mutex> lock(mutex_);
        names_.erase(std::remove(names_.begin(), names_.end(), name), names_.end());
    }
    /// Libraries append to the names of their files.
    bool begin(const std::string& name) const {
        const std::lock_guard<std::mutex> lock(mutex_);
        return std::any_of(names_.begin(), names_.end(),
                           [&name](const std::string& own) { return name.rfind(own, 0) == 0; });
    }

private:
    mutable std::mutex mutex_;
    std::vector<std::string> names_;
};

OwnNames& own_names() {
    static OwnNames names;
    return names;
}

/// Whether the process in the name of a temporary file may still write it: a library that writes
/// one itself may have made it anew, without the lock. In containers all processes may have the
/// same number.
bool may_be_written(long process, const std::string& name) {
    return process == ::getpid() ? own_names().begin(name)
                                 : ::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM;
}

void remove_left_behind(const std::string& folder) {
    std::error_code failure;
    for (fs::directory_iterator each(folder, failure), end; !failure && each != end;
         each.increment(failure)) {
        const std::string path = each->path().string();
        std::error_code gone;
        const std::string name = each->path().filename().string();
        const long owner = owner_of(name);
        if (owner > 0 && !may_be_written(owner, name) &&
            each->symlink_status(gone).type() == fs::file_type::regular) {
            remove_if_left_behind(path);
        }
    }
}

bool in_proc(const std::string& path) { return path.rfind("/proc/", 0) == 0; }

std::string temporary_name(const std::string& target) {
    static std::atomic<unsigned> number{0};
    constexpr std::size_t kLongest = 200;  // of the name; file systems take 255
    const std::string name = kPrefix + std::to_string(::getpid()) + "-" + std::to_string(++number) +
                             "-" + fs::path(target).filename().string().substr(0, kLongest);
    own_names().add(name);
    return (fs::path(folder_of(target)) / name).string();
}

/// Signals that end a program wait while this lives.
class SignalsWait {
public:
    SignalsWait() {
        sigset_t ending;
        sigemptyset(&ending);
        for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
            sigaddset(&ending, number);
        }
        pthread_sigmask(SIG_BLOCK, &ending, &before_);
    }
    ~SignalsWait() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    SignalsWait(const SignalsWait&) = delete;
    SignalsWait& operator=(const SignalsWait&) = delete;

private:
    sigset_t before_{};
};

}  // namespace

AtomicFile::AtomicFile(const std::string& path, Links links)
    : path_(path), target_(links == Links::follow ? link_target(path) : path) {
    struct stat there {};
    const bool exists = (links == Links::follow ? ::stat(target_.c_str(), &there)
                                                : ::lstat(target_.c_str(), &there)) == 0;
    if (!exists && errno == ELOOP) {
        fail(ELOOP);  // renaming would replace one of the links
    }
    if (exists && S_ISDIR(there.st_mode)) {
        fail(EISDIR);
    }
    if (links == Links::follow && exists && (!S_ISREG(there.st_mode) || in_proc(target_))) {
        file_ = ::open(target_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
        if (file_ < 0) {
            fail(errno);
        }
        return;
    }
    remove_left_behind(folder_of(target_));
    open_temporary();
}

AtomicFile::~AtomicFile() { give_up(); }

void AtomicFile::open_temporary() {
    while (true) {
        temporary_ = temporary_name(target_);
        file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file_ < 0 && errno == EEXIST) {
            continue;  // of a process with the same number, on another machine
        }
        if (file_ < 0) {
            const int error = errno;
            forget_temporary();
            fail(error);
        }
        ::flock(file_, LOCK_EX);
        struct stat opened {};
        if (::fstat(file_, &opened) == 0 && opened.st_nlink > 0) {
            return;
        }
        ::close(file_);  // somebody took it for left behind before it was locked
    }
}

void AtomicFile::write(std::string_view bytes) {
    while (file_ >= 0 && !bytes.empty()) {
        const ssize_t count = ::write(file_, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) {
            fail(errno);
        }
        bytes.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
}

void AtomicFile::commit() {
    if (file_ < 0) {
        return;
    }
    if (!temporary_.empty()) {
        // Renamed while it is locked, or it might be taken for left behind.
        if (::fsync(file_) != 0 || ::rename(temporary_.c_str(), target_.c_str()) != 0) {
            fail(errno);
        }
        forget_temporary();
    }
    const int closed = ::close(std::exchange(file_, -1));
    if (closed != 0 && errno != EINTR) {
        fail(errno);
    }
}

void AtomicFile::give_up() {
    if (!temporary_.empty()) {
        ::unlink(temporary_.c_str());
        forget_temporary();
    }
    if (file_ >= 0) {
        ::close(std::exchange(file_, -1));
    }
}

void AtomicFile::forget_temporary() {
    own_names().remove(fs::path(temporary_).filename().string());
    temporary_.clear();
}

void AtomicFile::fail(int error) {
    give_up();
    throw OutputError(path_ + ": cannot be written: " + std::strerror(error));
}

void write_file(const std::string& path, std::string_view content, Links links) {
    const SignalsWait wait;
    AtomicFile file(path, links);
    file.write(content);
    file.commit();
}

std::string link_target(const std::string& path) {
    constexpr int kMostLinks = 40;  // as the kernel has it
    fs::path at = path;
    for (int links = 0; links < kMostLinks; ++links) {
        std::error_code failure;
        const fs::path next = fs::read_symlink(at, failure);
        if (failure || in_proc(at.string())) {
            break;
        }
        at = next.is_absolute() ? next : at.parent_path() / next;
    }
    return at.string();
}

int lock_as_ours(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) != 0) {
        ::close(file);
        return -1;
    }
    return file;
}

bool remove_if_left_behind(const std::string& path) {
    const int lock = lock_as_ours(path);
    if (lock < 0) {
        return false;
    }
    std::error_code ignored;
    fs::remove_all(path, ignored);  // before the lock is gone: its owner may have yet to lock it
    ::close(lock);
    return true;
}

}  // namespace flitscope::waves
