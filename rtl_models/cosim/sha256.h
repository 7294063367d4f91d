#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace flitscope::cosim {

/// SHA-256 (FIPS 180-4), as CMake's file(SHA256) has it.
class Sha256 {
public:
    void add(std::string_view bytes);
    /// 64 hexadecimal digits. The last call.
    std::string digits();

private:
    static constexpr std::size_t kBlock = 64;  // bytes
    void take_block();

    std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, kBlock> block_{};
    std::size_t used_ = 0;  ///< bytes in block_
    std::uint64_t bytes_ = 0;
};

/// Of a file, read as a whole; empty: it cannot be read.
std::string sha256_of_file(const std::string& path);

}  // namespace flitscope::cosim
