#pragma once

#include <chrono>
#include <string>

namespace flitscope::tb {

/// One line at the end of standard error that is written over. Shows nothing when standard error is
/// no terminal or `enabled` is false.
class StatusLine {
public:
    explicit StatusLine(bool enabled);
    ~StatusLine();  ///< removes the line
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;

    /// Shown at most five times a second; whether now is such a time.
    bool due();
    void show(const std::string& line);
    /// Since it was made.
    double elapsed_s() const;

private:
    static void clear();
    using Clock = std::chrono::steady_clock;

    bool enabled_;
    bool drawn_ = false;
    Clock::time_point start_;
    Clock::time_point last_;
};

/// "75 s", "12 min", "3.2 h".
std::string duration_text(double seconds);

}  // namespace flitscope::tb
