#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flitscope::tb {

struct CommonOptions;
struct ExperimentConfig;

/// A trace is read by the ending of its name: throws UsageError for another one than .csv, but for
/// devices.
void require_trace_name(const std::string& option, const std::string& path);

/// The mark of a file that a command wrote: `text` is in its first `within` bytes, and `others`,
/// the mark of another command, is not in its last bytes.
struct FileMark {
    std::string_view text;
    std::size_t within;
    std::string_view others = {};
};

/// The files that a command will write, checked before it computes anything: errors that can be
/// known then are bad usage, not a failure hours later.
class Outputs {
public:
    /// The command reads CONFIG, and its files go to the folder of --out ("." where not given),
    /// which need not be there yet. Throws UsageError if it cannot be created or written to.
    explicit Outputs(const CommonOptions& common);

    /// A file that is read and must not be written; "-" and "" are none. One file may be read as
    /// several things.
    void reads(const std::string& what, const std::string& path);
    /// The files that the configuration names: its topology, routing table, trace.
    void reads_files_of(const ExperimentConfig& config);
    /// Throws UsageError for a path that `what` cannot be written to (a folder, no such folder, not
    /// writable, a symbolic link) or that is the place of something else, in whatever spelling.
    /// Devices (/dev/null) may be named by several.
    void writes(const std::string& what, const std::string& path);
    /// Throws UsageError for a device or a FIFO.
    static void reads_again(const std::string& what, const std::string& path);
    /// As writes(), for a file with a name that the command chooses, which may be a user's own
    /// file: throws UsageError for one that is neither empty nor of this mark, unless `force`.
    void rewrites(const std::string& what, const std::string& path, const FileMark& mark,
                  bool force);
    /// The dump `path`, its view, and the filter files of the view.
    void writes_waves(const std::string& what, const std::string& path);

    /// `name` in the folder of --out; a path that is absolute as it is.
    std::string in_folder(const std::string& name) const;
    /// Makes the folder of --out, when everything was checked, and returns it. Throws UsageError.
    const std::string& make_folder() const;

private:
    struct FilterFiles {  ///< all names that begin and end like this
        std::string begin;
        std::string owner;
    };
    void claim(const std::string& what, const std::string& path);
    std::string place_of(const std::string& path) const;

    std::string folder_;
    bool folder_given_;  ///< else it is there, and matters only where something is written to it
    std::map<std::string, std::string> by_place_;  ///< folder without links, and name
    std::map<std::pair<unsigned long, unsigned long>, std::string> by_file_;  ///< device, inode
    std::vector<FilterFiles> filters_;
};

}  // namespace flitscope::tb
