#pragma once

#include <ostream>
#include <streambuf>

namespace flitscope::tb {

/// While it lives, control characters that are written to a stream are shown as in JSON ("\u001b"),
/// except line ends and tabs: names come from files of others, and a terminal obeys such
/// characters.
class PrintedText : public std::streambuf {
public:
    explicit PrintedText(std::ostream& stream) : stream_(stream), behind_(stream.rdbuf(this)) {}
    ~PrintedText() override;
    PrintedText(const PrintedText&) = delete;
    PrintedText& operator=(const PrintedText&) = delete;

protected:
    int_type overflow(int_type character) override;
    std::streamsize xsputn(const char* text, std::streamsize count) override;
    int sync() override;

private:
    bool put(char character);
    bool put_held();

    std::ostream& stream_;
    std::streambuf* behind_;
    bool holds_ = false;  ///< the first byte of what may be a control character of two (C1)
};

}  // namespace flitscope::tb
