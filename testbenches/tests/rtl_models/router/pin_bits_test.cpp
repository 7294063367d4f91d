#include "rtl_models/router/pin_bits.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace flitscope::rtl {
namespace {

TEST(PinBits, WritesAndReadsEverySliceAndNothingBesideIt) {
    // Every position and width within three words, against a plain array of bits.
    std::mt19937_64 random(1);
    for (int lsb = 0; lsb < 96; ++lsb) {
        for (int width = 1; width <= 64 && lsb + width <= 96; ++width) {
            std::array<unsigned char, 12> bytes{};
            for (unsigned char& each : bytes) {
                each = static_cast<unsigned char>(random());
            }
            const std::array<unsigned char, 12> before = bytes;
            const std::uint64_t value = random();
            PinBits bits(bytes.data(), lsb, width);
            bits.write(value);
            const std::uint64_t mask =
                width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
            ASSERT_EQ(bits.read(), value & mask) << lsb << " " << width;
            for (int bit = 0; bit < 96; ++bit) {
                const auto byte = static_cast<std::size_t>(bit / 8);
                const int now = bytes[byte] >> bit % 8 & 1;
                const bool inside = bit >= lsb && bit < lsb + width;
                const int expected = inside ? static_cast<int>(value >> (bit - lsb) & 1)
                                            : before[byte] >> bit % 8 & 1;
                ASSERT_EQ(now, expected) << lsb << " " << width << " bit " << bit;
            }
        }
    }
}

TEST(PinBits, ReadsPartsAndClearsWideOnes) {
    std::array<unsigned char, 20> bytes{};
    bytes.fill(0xFF);
    PinBits wide(bytes.data(), 4, 150);
    wide.write(70, 20, 0x5A5A5);
    EXPECT_EQ(wide.read(70, 20), 0x5A5A5U);
    EXPECT_EQ(wide.read(69, 1), 1U);
    wide.clear();
    EXPECT_EQ(bytes[0], 0x0F);
    EXPECT_EQ(bytes[19], 0xFC);
    for (std::size_t i = 1; i < 19; ++i) {
        EXPECT_EQ(bytes[i], 0);
    }
    EXPECT_FALSE(PinBits().exists());
}

}  // namespace
}  // namespace flitscope::rtl
