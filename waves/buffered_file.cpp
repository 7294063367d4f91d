#include "waves/buffered_file.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

namespace flitscope::waves {

namespace {
constexpr std::size_t kBufferBytes = std::size_t{1} << 17;
}

BufferedFile::BufferedFile(const std::string& path) : file_(path), buffer_(kBufferBytes) {}

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

void BufferedFile::close() {
    write_out();
    if (failure_) {
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }
    file_.commit();
}

void BufferedFile::write_out() {
    const std::string_view bytes(buffer_.data(), std::exchange(used_, 0));
    if (failure_) {
        return;
    }
    try {
        file_.write(bytes);
    } catch (const OutputError&) {
        failure_ = std::current_exception();
    }
}

}  // namespace flitscope::waves
