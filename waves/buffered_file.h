#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "common/atomic_file.h"

namespace flitscope::waves {

/// A text file written from start to end through its own buffer: formatting a value needs no call
/// of the C library. It appears under its name when it is closed (AtomicFile); otherwise it is
/// removed.
///
/// The constructor throws OutputError. A later failure (disk full, ...) abandons the file and is
/// thrown by close(), so that a simulation that writes a log runs to its end.
class BufferedFile {
public:
    explicit BufferedFile(const std::string& path);
    BufferedFile(const BufferedFile&) = delete;
    BufferedFile& operator=(const BufferedFile&) = delete;

    const std::string& path() const { return file_.path(); }
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
    /// All 64 bits.
    void put_word(std::uint64_t value) {
        reserve(64);
        for (int bit = 63; bit >= 0; --bit) {
            buffer_[used_++] = static_cast<char>('0' + (value >> bit & 1));
        }
    }
    /// Writes the rest and closes. Throws OutputError for any failure since the file was opened.
    /// Later calls do nothing.
    void close();

private:
    void reserve(std::size_t characters) {
        if (used_ + characters > buffer_.size()) {
            write_out();
        }
    }
    void write_out();

    AtomicFile file_;
    std::exception_ptr failure_;  ///< what to throw; none: all is well
    std::vector<char> buffer_;
    std::size_t used_ = 0;
};

}  // namespace flitscope::waves
