#pragma once

#include <cstdint>
#include <string>

namespace flitscope::tb {

/// The output of a child process, kept in memory, so that it needs no room on a disk that may be
/// full.
class CapturedOutput {
public:
    /// Throws std::runtime_error if the system has no file left.
    CapturedOutput();
    ~CapturedOutput();
    CapturedOutput(const CapturedOutput&) = delete;
    CapturedOutput& operator=(const CapturedOutput&) = delete;

    /// The file for both of the child's streams. It is closed by exec; its copies by dup2 are not.
    int file() const { return file_; }
    /// The output so far.
    std::string text() const;
    /// The same; of more than a mebibyte only the end.
    std::string end() const;

private:
    std::string last(std::int64_t most) const;

    int file_;
};

}  // namespace flitscope::tb
