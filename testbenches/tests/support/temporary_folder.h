#pragma once

#include <filesystem>
#include <string>

namespace flitscope::tb {

/// A folder that is removed at the end of the test.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    void write(const std::string& name, const std::string& content) const;
    std::string read(const std::string& name) const;
    bool has(const std::string& name) const { return std::filesystem::exists(path_ / name); }

private:
    std::filesystem::path path_;
};

/// A file of that text, until its end. Its path ends with `name`.
class GivenFile {
public:
    GivenFile(const std::string& name, const std::string& text);
    ~GivenFile();
    GivenFile(const GivenFile&) = delete;
    GivenFile& operator=(const GivenFile&) = delete;

    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

}  // namespace flitscope::tb
