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

/// A stream whose reader takes nothing, given up because a signal came that ends the program.
class OutputInterrupted : public OutputError {
public:
    OutputInterrupted(const std::string& what, int signal) : OutputError(what), signal_(signal) {}
    int signal() const { return signal_; }

private:
    int signal_;
};

/// What becomes of a symbolic link, a device or a FIFO under the name of a file. What is behind a
/// link is never written.
enum class Links {
    refuse,   ///< a link is an error; a device or a FIFO is written to: the user named it
    replace,  ///< it is replaced by the file: the name is the program's own
};

/// Everything that the program writes goes through here. A file that is there as a whole or not at
/// all: written beside its final name, renamed by commit(), removed where that does not come. What
/// was there before stays until then.
///
/// While it is written it is called `.flitscope-<process>-<number>-<name>` and locked (flock), so
/// that what a killed process left can be told from what another one, here or on another machine,
/// is writing: making an AtomicFile removes the former from its folder. With Links::refuse a device
/// or a FIFO (/dev/stdout) is written to directly: a FIFO waits for its reader, and a signal that
/// ends the program ends the waiting.
class AtomicFile {
public:
    /// Throws OutputError.
    explicit AtomicFile(const std::string& path, Links links = Links::refuse);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    const std::string& path() const { return path_; }
    /// Where the content is until commit(), for those who write it themselves.
    const std::string& written_to() const { return temporary_.empty() ? path_ : temporary_; }

    /// Throws OutputError; the file is given up then and its room on the disk is free.
    void write(std::string_view bytes);
    /// The file is complete: on the disk, under its name. Throws as write.
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

/// Whether a file of this name would be written to directly: a device or a FIFO, named as it is or
/// by a link of the system (/dev/stdout).
bool is_stream(const std::string& path);

/// Why a path is not written because of what is there: a folder, a symbolic link but those of the
/// system (/dev/stdout). Empty: it can be.
std::string unwritable_because(const std::string& path);

/// Where `path` leads when its last component is a symbolic link, or the link of a link; links in
/// /proc (where /dev/stdout leads) are not followed.
std::string link_target(const std::string& path);

/// Locks a file or folder as that of a living process, until it ends or closes what is returned;
/// -1: another process has it.
int lock_as_ours(const std::string& path);
/// Removes a file or folder that was locked by a process that is gone. Returns whether it did.
bool remove_if_left_behind(const std::string& path);

}  // namespace flitscope
