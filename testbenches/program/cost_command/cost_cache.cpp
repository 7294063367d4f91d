#include "testbenches/program/cost_command/cost_cache.h"

#include <sha2.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "common/atomic_file.h"
#include "common/whole_file.h"
#include "testbenches/program/console/exit_code.h"

namespace flitscope::tb {

namespace fs = std::filesystem;

namespace {

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace

std::string sha256_of(const std::string& text) {
    std::array<char, SHA256_DIGEST_STRING_LENGTH> digits{};
    return SHA256Data(reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                      digits.data());
}

CostCache::CostCache() {
    const std::string cache = variable("XDG_CACHE_HOME");
    const std::string home = variable("HOME");
    if (cache.empty() && home.empty()) {
        throw UsageError("cost: neither HOME nor XDG_CACHE_HOME is set: where to keep netlists");
    }
    folder_ = ((cache.empty() ? fs::path(home) / ".cache" : fs::path(cache)) / "flitscope" / "cost")
                  .string();
    std::error_code failure;
    fs::create_directories(folder_, failure);
    if (failure || ::access(folder_.c_str(), W_OK) != 0) {
        throw UsageError("cost: " + folder_ + ": " +
                         (failure ? failure.message() : std::strerror(errno)) +
                         "; XDG_CACHE_HOME names the folder in which netlists are kept");
    }
}

std::optional<std::string> CostCache::find(const std::string& name) const {
    return whole_file((fs::path(folder_) / name).string());
}

void CostCache::keep(const std::string& name, const std::string& text) const {
    write_file((fs::path(folder_) / name).string(), text, Links::replace);
}

}  // namespace flitscope::tb
