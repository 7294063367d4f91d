#include "testbenches/drive/campaign/captured_output.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace flitscope::tb {

namespace {

constexpr off_t kLongest = off_t{1} << 20U;

}  // namespace

CapturedOutput::CapturedOutput() : file_(::memfd_create("output", MFD_CLOEXEC)) {
    if (file_ < 0) {
        throw std::runtime_error(std::string("no file in memory: ") + std::strerror(errno));
    }
}

CapturedOutput::~CapturedOutput() { ::close(file_); }

std::string CapturedOutput::text() const {
    const off_t size = std::max<off_t>(::lseek(file_, 0, SEEK_END), 0);
    const off_t length = std::min(size, kLongest);
    std::string bytes(static_cast<std::size_t>(length), '\0');
    const ssize_t count = ::pread(file_, bytes.data(), bytes.size(), size - length);
    bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return bytes;
}

}  // namespace flitscope::tb
