#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace flitscope::waves {

/// A text file written from start to end through a buffer of its own: formatting a value costs no
/// call into the C library. Every failure (no such folder, disk full, ...) is a std::runtime_error
/// that names the file; a file that was not closed reports nothing.
class BufferedFile {
public:
    explicit BufferedFile(std::string path);
    ~BufferedFile();
    BufferedFile(const BufferedFile&) = delete;
    BufferedFile& operator=(const BufferedFile&) = delete;

    const std::string& path() const { return path_; }
    void put(char character) {
        reserve(1);
        buffer_[used_++] = character;
    }
    void put(std::string_view text);
    void put_decimal(std::int64_t value);
    /// Without leading zeros; 0 is "0".
    void put_binary(std::uint64_t value) {
        reserve(64);
        for (int bit = value == 0 ? 0 : 63 - __builtin_clzll(value); bit >= 0; --bit) {
            buffer_[used_++] = static_cast<char>('0' + (value >> bit & 1));
        }
    }
    void flush();
    /// Writes what is left and closes. Later calls do nothing.
    void close();

private:
    void reserve(std::size_t characters) {
        if (used_ + characters > buffer_.size()) {
            write_out();
        }
    }
    void write_out();
    [[noreturn]] void fail(const char* action, int error) const;

    std::string path_;
    std::FILE* file_;
    std::vector<char> buffer_;
    std::size_t used_ = 0;
};

}  // namespace flitscope::waves
