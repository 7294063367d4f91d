#pragma once

#include <cstdint>
#include <string>

namespace flitscope::tb {

/// What a child process prints, kept in memory: it takes no room on a disk that may be full.
class CapturedOutput {
public:
    /// Throws std::runtime_error where the system has no file left.
    CapturedOutput();
    ~CapturedOutput();
    CapturedOutput(const CapturedOutput&) = delete;
    CapturedOutput& operator=(const CapturedOutput&) = delete;

    /// The file that stands for both of the child's streams. It is closed in programs that the
    /// child becomes; what is made of it by dup2 is not.
    int file() const { return file_; }
    /// So far.
    std::string text() const;
    /// The same, of more than a mebibyte the end.
    std::string end() const;

private:
    std::string last(std::int64_t most) const;

    int file_;
};

}  // namespace flitscope::tb
