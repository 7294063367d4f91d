#include "testbenches/drive/campaign/captured_output.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <system_error>

namespace flitscope::tb {

namespace {

constexpr std::int64_t kLongestOutput = std::int64_t{1} << 20U;

}  // namespace

CapturedOutput::CapturedOutput() : file_(::memfd_create("output", MFD_CLOEXEC)) {
    if (file_ < 0) {
        throw std::system_error(errno, std::generic_category(), "no file in memory");
    }
}

CapturedOutput::~CapturedOutput() { ::close(file_); }

std::string CapturedOutput::text() const { return last(std::numeric_limits<std::int64_t>::max()); }

std::string CapturedOutput::end() const { return last(kLongestOutput); }

std::string CapturedOutput::last(std::int64_t most) const {
    const std::int64_t size = std::max<off_t>(::lseek(file_, 0, SEEK_END), 0);
    const std::int64_t length = std::min(size, most);
    std::string bytes(static_cast<std::size_t>(length), '\0');
    const ssize_t count = ::pread(file_, bytes.data(), bytes.size(), size - length);
    bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return bytes;
}

}  // namespace flitscope::tb
