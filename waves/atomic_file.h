#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace flitscope::waves {

/// An output that could not be written while the program ran: the disk is full, its folder is gone.
/// what() names the file and the reason.
class OutputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What becomes of a symbolic link, a device or a FIFO under the name of a file.
enum class Links {
    follow,   ///< what is behind it is written: somebody put it there on purpose
    replace,  ///< it is replaced by the file: the name is the program's own
};

/// A file that is there as a whole or not at all: written beside its final name, renamed by
/// commit(), removed where that does not come. What was there before stays until then.
///
/// While it is written it is called `.flitscope-<process>-<number>-<name>` and locked (flock), so
/// that what a killed process left can be told from what another one, here or on another machine,
/// is writing: making an AtomicFile removes the former from its folder. With Links::follow a device
/// or a FIFO (/dev/stdout) is written to directly.
class AtomicFile {
public:
    /// Throws OutputError.
    explicit AtomicFile(const std::string& path, Links links = Links::follow);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    const std::string& path() const { return path_; }
    /// Where the content is until commit(), for those who write it themselves.
    const std::string& written_to() const { return temporary_.empty() ? target_ : temporary_; }

    /// Throws OutputError; the file is given up then and its room on the disk is free.
    void write(std::string_view bytes);
    /// The file is complete: on the disk, under its name. Throws as write.
    void commit();
    /// Removes what was written. Later calls do nothing.
    void give_up();

private:
    [[noreturn]] void fail(int error);
    void open_temporary();
    void forget_temporary();  ///< which is no more

    std::string path_;    ///< as given, for messages
    std::string target_;  ///< symbolic links followed
    std::string temporary_;
    int file_ = -1;
};

/// The whole content at once; SIGINT, SIGTERM and SIGHUP wait until it is done. Throws OutputError.
void write_file(const std::string& path, std::string_view content, Links links = Links::follow);

/// Where `path` leads when its last component is a symbolic link, or the link of a link; links in
/// /proc (where /dev/stdout leads) are not followed.
std::string link_target(const std::string& path);

/// Locks a file or folder as that of a living process, until it ends or closes what is returned;
/// -1: another process has it.
int lock_as_ours(const std::string& path);
/// Removes a file or folder that was locked by a process that is gone. Returns whether it did.
bool remove_if_left_behind(const std::string& path);

}  // namespace flitscope::waves
