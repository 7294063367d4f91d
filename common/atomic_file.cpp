#include "common/atomic_file.h"

#include <fcntl.h>
#include <poll.h>
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
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "common/ending_signal.h"

namespace flitscope {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPrefix = ".flitscope-";
constexpr int kLookMs = 50;  // how often a signal is looked for while nobody reads

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

/// Of the name itself, whatever a link leads to.
bool has_type(const std::string& path, mode_t type) {
    struct stat there {};
    return ::lstat(path.c_str(), &there) == 0 && (there.st_mode & S_IFMT) == type;
}

bool is_folder(const std::string& path) { return has_type(path, S_IFDIR); }

/// In a folder where only the system makes links: /dev/stdout, /dev/fd/3, /proc/self/fd/1. Others
/// write to /dev/shm.
bool is_of_system(const std::string& path) {
    std::error_code failure;
    const std::string folder = fs::canonical(folder_of(path), failure).string();
    return !failure && (folder == "/dev" || in_proc(folder));
}

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

AtomicFile::AtomicFile(const std::string& path, Links links) : path_(path) {
    const std::string problem =
        links == Links::refuse || is_folder(path) ? unwritable_because(path) : "";
    if (!problem.empty()) {
        fail(problem);
    }
    if (links == Links::refuse && is_stream(path)) {
        open_stream();
    } else {
        remove_left_behind(folder_of(path));
        open_temporary();
    }
}

AtomicFile::~AtomicFile() { give_up(); }

void AtomicFile::open_temporary() {
    while (true) {
        temporary_ = temporary_name(path_);
        file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file_ < 0 && errno == EEXIST) {
            continue;  // of a process with the same number, on another machine
        }
        if (file_ < 0) {
            const int error = errno;
            forget_temporary();
            fail(std::strerror(error));
        }
        ::flock(file_, LOCK_EX);
        struct stat opened {};
        if (::fstat(file_, &opened) == 0 && opened.st_nlink > 0) {
            return;
        }
        ::close(file_);  // somebody took it for left behind before it was locked
    }
}

/// Without O_NONBLOCK a signal would be kept waiting by the reader, too.
void AtomicFile::open_stream() {
    constexpr int kHow = O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    const bool link = has_type(path_, S_IFLNK);  // of the system
    while (true) {
        file_ = ::open(path_.c_str(), link ? kHow : kHow | O_NOFOLLOW);
        const int error = file_ < 0 ? errno : 0;
        if (error == 0) {
            return;
        }
        struct stat there {};
        const bool no_reader =
            error == ENXIO && ::stat(path_.c_str(), &there) == 0 && S_ISFIFO(there.st_mode);
        if (!no_reader) {
            fail(std::strerror(error));
        }
        if (const int signal = ending_signal; signal != 0) {
            give_up_stream(signal);
        }
        ::poll(nullptr, 0, kLookMs);
    }
}

void AtomicFile::write(std::string_view bytes) {
    while (file_ >= 0 && !bytes.empty()) {
        const ssize_t count = ::write(file_, bytes.data(), bytes.size());
        if (count > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
            looks_in_vain_ = 0;
        } else if (count < 0 && errno == EAGAIN) {
            wait_for_room();
        } else if (count < 0 && errno != EINTR) {
            fail(std::strerror(errno));
        }
    }
}

/// A reader that is only slow gets all, after the signal, too.
void AtomicFile::wait_for_room() {
    constexpr int kMostLooks = 1000 / kLookMs;
    pollfd room{file_, POLLOUT, 0};
    const bool in_vain = ::poll(&room, 1, kLookMs) <= 0;
    const int signal = ending_signal;
    looks_in_vain_ += in_vain && signal != 0 ? 1 : 0;
    if (looks_in_vain_ > kMostLooks) {
        give_up_stream(signal);
    }
}

void AtomicFile::commit() {
    if (file_ < 0) {
        return;
    }
    if (!temporary_.empty()) {
        // Renamed while it is locked, or it might be taken for left behind.
        if (::fsync(file_) != 0 || ::rename(temporary_.c_str(), path_.c_str()) != 0) {
            fail(std::strerror(errno));
        }
        forget_temporary();
    }
    const int closed = ::close(std::exchange(file_, -1));
    if (closed != 0 && errno != EINTR) {
        fail(std::strerror(errno));
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

void AtomicFile::fail(const std::string& why) {
    give_up();
    throw OutputError(path_ + ": cannot be written: " + why);
}

void AtomicFile::give_up_stream(int signal) {
    give_up();
    throw OutputInterrupted(path_ + ": cannot be written: nobody reads it", signal);
}

void write_file(const std::string& path, std::string_view content, Links links) {
    std::optional<SignalsWait> wait;
    if (links == Links::replace || !is_stream(path)) {
        wait.emplace();
    }
    AtomicFile file(path, links);
    file.write(content);
    file.commit();
}

bool is_stream(const std::string& path) {
    struct stat there {};
    return ::lstat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode) &&
           !S_ISDIR(there.st_mode) && (!S_ISLNK(there.st_mode) || is_of_system(path));
}

std::string unwritable_because(const std::string& path) {
    if (is_folder(path)) {
        return std::strerror(EISDIR);
    }
    if (!has_type(path, S_IFLNK) || is_of_system(path)) {
        return "";
    }
    std::error_code failure;
    const std::string target = fs::read_symlink(path, failure).string();
    return "is a symbolic link to " + target +
           ", and what is behind a link is not written; accepted: the name of the file itself";
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

}  // namespace flitscope
