#include "common/printable.h"

namespace flitscope {

namespace {

/// What a second byte is at least and at most: neither longer than needed nor half of a pair of
/// UTF-16, nor beyond U+10FFFF, nor C1.
struct Second {
    unsigned least = 0x80;
    unsigned most = 0xBF;
};

Second second_behind(unsigned first) {
    switch (first) {
        case 0xC2:
            return {0xA0, 0xBF};
        case 0xE0:
            return {0xA0, 0xBF};
        case 0xED:
            return {0x80, 0x9F};
        case 0xF0:
            return {0x90, 0xBF};
        case 0xF4:
            return {0x80, 0x8F};
        default:
            return {};
    }
}

}  // namespace

std::size_t printable_at(const std::string& text, std::size_t at) {
    const auto byte = [&text](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const unsigned first = byte(at);
    if (first < 0x80) {
        return first >= 0x20 && first != 0x7F ? 1 : 0;
    }
    if (first < 0xC2 || first > 0xF4) {
        return 0;
    }
    const Second second = second_behind(first);
    if (byte(at + 1) < second.least || byte(at + 1) > second.most) {
        return 0;
    }
    const std::size_t bytes = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    for (std::size_t i = 2; i < bytes; ++i) {
        if ((byte(at + i) & 0xC0U) != 0x80) {
            return 0;
        }
    }
    return bytes;
}

bool is_printable(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = printable_at(text, at);
        if (bytes == 0) {
            return false;
        }
        at += bytes;
    }
    return true;
}

}  // namespace flitscope
