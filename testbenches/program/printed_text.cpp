#include "testbenches/program/printed_text.h"

#include <utility>

namespace flitscope::tb {

namespace {

constexpr unsigned char kBeforeC1 = 0xC2;  // and 0x80 to 0x9F

bool is_printed(unsigned char byte) {
    return (byte >= 0x20 && byte != 0x7F && byte != kBeforeC1) || byte == '\n' || byte == '\t';
}

}  // namespace

PrintedText::~PrintedText() {
    put_held();
    stream_.rdbuf(behind_);
}

PrintedText::int_type PrintedText::overflow(int_type character) {
    if (traits_type::eq_int_type(character, traits_type::eof())) {
        return traits_type::not_eof(character);
    }
    return put(traits_type::to_char_type(character)) ? character : traits_type::eof();
}

std::streamsize PrintedText::xsputn(const char* text, std::streamsize count) {
    for (std::streamsize done = 0; done < count;) {
        std::streamsize plain = 0;
        while (!holds_ && done + plain < count &&
               is_printed(static_cast<unsigned char>(text[done + plain]))) {
            ++plain;
        }
        if (plain > 0 ? behind_->sputn(text + done, plain) != plain : !put(text[done])) {
            return done;
        }
        done += plain > 0 ? plain : 1;
    }
    return count;
}

/// A byte that is held waits for the next one.
int PrintedText::sync() { return behind_->pubsync(); }

bool PrintedText::put(char character) {
    static constexpr char kDigits[] = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(character);
    const bool c1 = holds_ && byte >= 0x80 && byte < 0xA0;
    if (c1) {
        holds_ = false;
    } else if (!put_held()) {
        return false;
    }
    if (byte == kBeforeC1) {
        holds_ = true;
        return true;
    }
    if (!c1 && is_printed(byte)) {
        return !traits_type::eq_int_type(behind_->sputc(character), traits_type::eof());
    }
    const char shown[] = {'\\', 'u', '0', '0', kDigits[byte >> 4U], kDigits[byte & 15U]};
    return behind_->sputn(shown, sizeof shown) == sizeof shown;
}

bool PrintedText::put_held() {
    return !std::exchange(holds_, false) ||
           !traits_type::eq_int_type(behind_->sputc(static_cast<char>(kBeforeC1)),
                                     traits_type::eof());
}

}  // namespace flitscope::tb
