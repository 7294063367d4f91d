#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace flitscope {

/// An output that could not be written while the program ran: the disk is full, its folder is gone.
/// what() names the file and the reason.
class OutputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A stream whose reader takes nothing, abandoned because a signal ended the program.
class OutputInterrupted : public OutputError {
public:
    OutputInterrupted(const std::string& what, int signal) : OutputError(what), signal_(signal) {}
    int signal() const { return signal_; }

private:
    int signal_;
};

/// How to treat a symbolic link, a device or a FIFO under the name of a file. The target of a link
/// is never written.
enum class Links {
    refuse,   ///< a link is an error; a device or a FIFO is written to: the user named it
    replace,  ///< it is replaced by the file: the name is the program's own
};

/// A file that appears completely or not at all; the program writes all its files with this class.
/// It is written under a temporary name in the same folder, renamed by commit(), and removed if
/// there is no commit. The old file stays until then.
///
/// The temporary name is `.flitscope-<process>-<number>-<name>`. The file is locked (flock), which
/// distinguishes files left by killed processes from those that another process, here or on another
/// machine, is writing. Constructing an AtomicFile removes the former from its folder. With
/// Links::refuse a device or a FIFO (/dev/stdout) is written to directly: a FIFO waits for its
/// reader, and a signal that ends the program ends the waiting.
class AtomicFile {
public:
    /// Throws OutputError.
    explicit AtomicFile(const std::string& path, Links links = Links::refuse);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    const std::string& path() const { return path_; }
    /// The path of the content until commit(), for callers that write it themselves.
    const std::string& written_to() const { return temporary_.empty() ? path_ : temporary_; }

    /// Throws OutputError; the file is then abandoned and its disk space freed.
    void write(std::string_view bytes);
    /// Completes the file: it is on the disk, under its name. Throws as write.
    void commit();
    /// Removes what was written. Later calls do nothing.
    void give_up();

private:
    [[noreturn]] void fail(const std::string& why);
    [[noreturn]] void give_up_stream(int signal);
    void open_temporary();
    void open_stream();
    void wait_for_room();
    void forget_temporary();  ///< which is no more

    std::string path_;
    std::string temporary_;
    int file_ = -1;
    int looks_in_vain_ = 0;  ///< after the signal, since a stream took something
};

/// The whole content at once; SIGINT, SIGTERM and SIGHUP wait until it is done. Throws OutputError.
void write_file(const std::string& path, std::string_view content, Links links = Links::refuse);

/// Whether a file of this name would be written to directly: a device or a FIFO, named directly or
/// by a link of the system (/dev/stdout).
bool is_stream(const std::string& path);

/// Why a path cannot be written because of what exists there: a folder, or a symbolic link, except
/// those of the system (/dev/stdout). Empty: it can.
std::string unwritable_because(const std::string& path);

/// The target of `path` if its last component is a symbolic link, or a link to a link; links in
/// /proc (where /dev/stdout leads) are not followed.
std::string link_target(const std::string& path);

/// Locks a file or folder for this process, until it ends or closes the returned descriptor; -1:
/// another process has the lock.
int lock_as_ours(const std::string& path);
/// Removes a file or folder that was locked by a dead process. Returns whether it did.
bool remove_if_left_behind(const std::string& path);

}  // namespace flitscope
