#include "rtl_models/cosim/sha256.h"

#include <algorithm>
#include <fstream>
#include <vector>

namespace flitscope::cosim {

namespace {

constexpr std::array<std::uint32_t, 64> kRound = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t turned(std::uint32_t word, unsigned bits) {
    return word >> bits | word << (32U - bits);
}

}  // namespace

void Sha256::add(std::string_view bytes) {
    bytes_ += bytes.size();
    while (!bytes.empty()) {
        const std::size_t part = std::min(bytes.size(), kBlock - used_);
        std::copy_n(bytes.begin(), part, block_.begin() + static_cast<std::ptrdiff_t>(used_));
        bytes.remove_prefix(part);
        used_ += part;
        if (used_ == kBlock) {
            take_block();
        }
    }
}

void Sha256::take_block() {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t t = 0; t < 16; ++t) {
        for (std::size_t byte = 0; byte < 4; ++byte) {
            w.at(t) = w.at(t) << 8U | block_.at(4 * t + byte);
        }
    }
    for (std::size_t t = 16; t < w.size(); ++t) {
        const std::uint32_t a = w.at(t - 15);
        const std::uint32_t b = w.at(t - 2);
        w.at(t) = w.at(t - 16) + (turned(a, 7) ^ turned(a, 18) ^ a >> 3U) + w.at(t - 7) +
                  (turned(b, 17) ^ turned(b, 19) ^ b >> 10U);
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t t = 0; t < w.size(); ++t) {
        const std::uint32_t first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
                                    ((e & f) ^ (~e & g)) + kRound.at(t) + w.at(t);
        const std::uint32_t second =
            (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const std::array<std::uint32_t, 8> more = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < more.size(); ++i) {
        state_.at(i) += more.at(i);
    }
    used_ = 0;
}

std::string Sha256::digits() {
    const std::uint64_t bits = 8 * bytes_;
    constexpr std::size_t kLength = 8;  // bytes, at the end of the last block
    const std::size_t zeros = (2 * kBlock - kLength - 1 - used_) % kBlock;
    std::string end("\x80");
    end.append(zeros, '\0');
    for (std::size_t byte = kLength; byte-- > 0;) {
        end += static_cast<char>(bits >> 8 * byte & 0xFFU);
    }
    add(end);
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (const std::uint32_t word : state_) {
        for (unsigned shift = 32; shift > 0; shift -= 4) {
            text += kDigits[word >> (shift - 4) & 15U];
        }
    }
    return text;
}

std::string sha256_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::vector<char> buffer(std::size_t{1} << 16U);
    Sha256 sum;
    while (file) {
        file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
        sum.add({buffer.data(), static_cast<std::size_t>(file.gcount())});
    }
    return file.eof() ? sum.digits() : "";
}

}  // namespace flitscope::cosim
