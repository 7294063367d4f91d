#pragma once

#include <map>
#include <string>
#include <vector>

namespace flitscope::tb {

/// A GTKWave save file read back, for tests. Strict: an unknown line, unbalanced groups, a filter
/// file that is missing or malformed throws std::runtime_error with file and line.
class GtkwaveSaveFile {
public:
    struct Signal {
        std::string name;                                ///< without range
        std::vector<std::string> groups;                 ///< titles, outermost first
        std::string flags;                               ///< hexadecimal, as in the file
        std::map<std::string, std::string> translation;  ///< value shown -> text; empty: none
    };

    explicit GtkwaveSaveFile(const std::string& path);

    const std::string& dump() const { return dump_; }  ///< as written
    const std::vector<Signal>& signals() const { return signals_; }
    const std::vector<std::string>& comments() const { return comments_; }
    long long time_start() const { return time_start_; }
    long long marker() const { return marker_; }  ///< -1: none

private:
    std::string dump_;
    std::vector<Signal> signals_;
    std::vector<std::string> comments_;
    long long time_start_ = -1;
    long long marker_ = -1;
};

}  // namespace flitscope::tb
