#include "testbenches/program/console/status_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

namespace flitscope::tb {

std::string duration_text(double seconds) {
    const auto whole = static_cast<long>(seconds + 0.5);
    return whole < 90     ? fmt::format("{} s", whole)
           : whole < 5400 ? fmt::format("{} min", (whole + 30) / 60)
                          : fmt::format("{:.1f} h", static_cast<double>(whole) / 3600);
}

StatusLine::StatusLine(bool enabled)
    : enabled_(enabled && isatty(STDERR_FILENO) != 0), start_(Clock::now()), last_(start_) {}

StatusLine::~StatusLine() {
    if (drawn_) {
        clear();
    }
}

bool StatusLine::due() {
    const Clock::time_point now = Clock::now();
    if (!enabled_ || now - last_ < std::chrono::milliseconds(200)) {
        return false;
    }
    last_ = now;
    return true;
}

void StatusLine::show(const std::string& line) {
    drawn_ = true;
    clear();
    std::cerr << line << std::flush;
}

/// Not through std::cerr, which shows control characters as text (printed_text.h).
void StatusLine::clear() {
    constexpr char kClear[] = "\r\x1b[K";
    static_cast<void>(::write(STDERR_FILENO, kClear, sizeof kClear - 1));
}

double StatusLine::elapsed_s() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace flitscope::tb
