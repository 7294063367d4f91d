#pragma once

#include <cstdint>
#include <cstring>

namespace flitscope::rtl {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "Verilator keeps pins in words; here they are read byte by byte, lowest first");

/// Bits of one pin of a verilated model, of any width. Without a pin: reads 0, writes nothing.
class PinBits {
public:
    PinBits() = default;
    PinBits(unsigned char* bytes, int lsb, int width)
        : bytes_(bytes + lsb / 8), shift_(lsb % 8), width_(width) {}

    bool exists() const { return bytes_ != nullptr; }
    int width() const { return width_; }

    /// Of at most 64 bits.
    std::uint64_t read() const { return read(0, width_); }
    void write(std::uint64_t value) { write(0, width_, value); }
    /// `width` bits (1..64) from bit `lsb` of these.
    std::uint64_t read(int lsb, int width) const {
        const int first = shift_ + lsb;
        if (width > 0 && first % 8 + width <= 8) {  // sets of VCs and states, as a rule
            return static_cast<unsigned>(bytes_[first / 8]) >> first % 8 & ((1U << width) - 1U);
        }
        std::uint64_t value = 0;
        if (whole_bytes(lsb, width)) {  // ids and data, as a rule
            std::memcpy(&value, bytes_ + (shift_ + lsb) / 8, static_cast<std::size_t>(width / 8));
            return value;
        }
        for (int done = 0; done < width;) {
            const int bit = shift_ + lsb + done;
            const int room = 8 - bit % 8;
            value |= static_cast<std::uint64_t>(bytes_[bit / 8] >> bit % 8) << done;
            done += room;
        }
        return width == 64 ? value : value & ((std::uint64_t{1} << width) - 1);
    }
    void write(int lsb, int width, std::uint64_t value) {
        if (whole_bytes(lsb, width)) {
            std::memcpy(bytes_ + (shift_ + lsb) / 8, &value, static_cast<std::size_t>(width / 8));
            return;
        }
        for (int done = 0; done < width;) {
            const int bit = shift_ + lsb + done;
            const int room = 8 - bit % 8;
            const int part = width - done < room ? width - done : room;
            const unsigned mask = ((1U << part) - 1U) << bit % 8;
            const auto bits = static_cast<unsigned>(value >> done) << bit % 8;
            unsigned char& byte = bytes_[bit / 8];
            byte = static_cast<unsigned char>((byte & ~mask) | (bits & mask));
            done += part;
        }
    }
    /// All bits, however many.
    void clear() {
        for (int done = 0; done < width_; done += 64) {
            write(done, width_ - done < 64 ? width_ - done : 64, 0);
        }
    }

private:
    bool whole_bytes(int lsb, int width) const {
        return (shift_ + lsb) % 8 == 0 && (width == 32 || width == 64);
    }

    unsigned char* bytes_ = nullptr;
    int shift_ = 0;
    int width_ = 0;
};

}  // namespace flitscope::rtl
