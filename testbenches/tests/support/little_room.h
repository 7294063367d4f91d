#pragma once

#include <sys/mount.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "testbenches/tests/support/cli_process.h"

namespace flitscope::tb {

/// A folder in which little can be written, until it grows: a file system of a few kilobytes, or,
/// where mounting one is not allowed, files that may not become longer.
class LittleRoom {
public:
    explicit LittleRoom(const std::filesystem::path& folder) : folder_(folder) {
        std::filesystem::create_directory(folder);
        mounted_ = mount("none", folder.c_str(), "tmpfs", 0, "size=48k") == 0;
        options_.largest_file = mounted_ ? 0 : 1000;
    }
    ~LittleRoom() {
        if (mounted_) {
            umount2(folder_.c_str(), MNT_DETACH);
        }
    }
    LittleRoom(const LittleRoom&) = delete;
    LittleRoom& operator=(const LittleRoom&) = delete;

    const char* reason() const { return mounted_ ? "No space left on device" : "File too large"; }
    const ProcessOptions& options() const { return options_; }
    void grow() {
        if (mounted_) {
            mount("none", folder_.c_str(), "tmpfs", MS_REMOUNT, "size=8m");
        }
    }
    /// Nothing more can be written.
    void fill() const {
        std::ofstream filler(folder_ / "filler");
        while (mounted_ && filler.write(std::string(1024, '.').data(), 1024).flush()) {
        }
    }

private:
    std::filesystem::path folder_;
    bool mounted_ = false;
    ProcessOptions options_;
};

}  // namespace flitscope::tb
