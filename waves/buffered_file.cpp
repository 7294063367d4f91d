#include "waves/buffered_file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace flitscope::waves {

namespace {
constexpr std::size_t kBufferBytes = std::size_t{1} << 17;
}

BufferedFile::BufferedFile(std::string path)
    : path_(std::move(path)), file_(std::fopen(path_.c_str(), "wb")), buffer_(kBufferBytes) {
    if (file_ == nullptr) {
        fail("open", errno);
    }
    std::setvbuf(file_, nullptr, _IONBF, 0);
}

BufferedFile::~BufferedFile() {
    if (file_ == nullptr) {
        return;
    }
    // A destructor cannot report; whoever wants to know calls close().
    std::fwrite(buffer_.data(), 1, used_, file_);
    std::fclose(file_);
}

void BufferedFile::put(std::string_view text) {
    while (!text.empty()) {
        reserve(1);
        const std::size_t part = std::min(text.size(), buffer_.size() - used_);
        std::memcpy(buffer_.data() + used_, text.data(), part);
        used_ += part;
        text.remove_prefix(part);
    }
}

void BufferedFile::put_decimal(std::int64_t value) {
    reserve(20);
    char* const begin = buffer_.data() + used_;
    used_ += static_cast<std::size_t>(std::to_chars(begin, begin + 20, value).ptr - begin);
}

void BufferedFile::flush() { write_out(); }

void BufferedFile::close() {
    if (file_ == nullptr) {
        return;
    }
    write_out();
    std::FILE* const file = std::exchange(file_, nullptr);
    if (std::fclose(file) != 0) {
        fail("close", errno);
    }
}

void BufferedFile::write_out() {
    const std::size_t wanted = std::exchange(used_, 0);
    if (wanted != 0 && std::fwrite(buffer_.data(), 1, wanted, file_) != wanted) {
        fail("write", errno);
    }
}

void BufferedFile::fail(const char* action, int error) const {
    throw std::runtime_error(std::string("cannot ") + action + ' ' + path_ + ": " +
                             std::strerror(error));
}

}  // namespace flitscope::waves
