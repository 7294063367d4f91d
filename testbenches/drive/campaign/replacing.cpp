#include "testbenches/drive/campaign/replacing.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>

namespace flitscope::tb {

namespace {

constexpr int kRenames = 32;
constexpr int kLooks = 32;
constexpr auto kLongestWait = std::chrono::seconds(2);

const std::string kContent(4096, '.');

bool write(const std::string& path) {
    std::ofstream file(path, std::ios::binary);
    file << kContent << std::flush;
    return file.good();
}

/// True as well where this process may not open another file: that says nothing of the path.
bool is_whole(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file && (errno == EMFILE || errno == ENFILE)) {
        return true;
    }
    return std::string(std::istreambuf_iterator<char>(file), {}) == kContent;
}

}  // namespace

std::string replacing_problem(const std::string& folder) {
    // Named as AtomicFile does it, which removes what a killed process left.
    std::string path = folder + "/.flitscope-" + std::to_string(::getpid()) + "-XXXXXX";
    const int file = ::mkstemp(path.data());
    if (file < 0) {
        return "";
    }
    ::close(file);
    const std::string other = path + "-by";
    std::string problem;
    if (write(path)) {
        std::atomic<bool> over{false};
        std::atomic<bool> gap{false};
        std::atomic<int> looks{0};
        std::thread reader([&] {
            while (!over) {
                gap = gap || !is_whole(path);
                ++looks;
            }
        });
        const auto end = std::chrono::steady_clock::now() + kLongestWait;
        for (int i = 0; (i < kRenames || looks < kLooks) && problem.empty() && !gap &&
                        std::chrono::steady_clock::now() < end && write(other);
             ++i) {
            if (std::rename(other.c_str(), path.c_str()) != 0) {
                problem = std::strerror(errno);
            }
        }
        over = true;
        reader.join();
        if (problem.empty() && gap) {
            problem = "meanwhile readers find no file, or half of it";
        }
    }
    ::unlink(other.c_str());
    ::unlink(path.c_str());
    return problem;
}

}  // namespace flitscope::tb
