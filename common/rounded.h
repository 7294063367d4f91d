#pragma once

#include <charconv>

namespace flitscope {

/// `value` rounded to so many significant digits (1..17), whatever the locale.
inline double rounded(double value, int digits) {
    char text[32];
    const char* const end =
        std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr;
    std::from_chars(text, end, value);
    return value;
}

}  // namespace flitscope
