#pragma once

#include <verilated.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace flitscope::cosim {

/// Slices of Verilator pins of any width: `width` bits (1..64) from bit `lsb`.

constexpr std::uint64_t low_mask(int width) {
    return width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
}

template <class Pin, std::enable_if_t<std::is_integral_v<Pin>, int> = 0>
std::uint64_t slice(const Pin& pin, int lsb, int width) {
    return (static_cast<std::uint64_t>(pin) >> lsb) & low_mask(width);
}

template <class Pin, std::enable_if_t<std::is_integral_v<Pin>, int> = 0>
void set_slice(Pin& pin, int lsb, int width, std::uint64_t value) {
    const std::uint64_t mask = low_mask(width) << lsb;
    pin = static_cast<Pin>((static_cast<std::uint64_t>(pin) & ~mask) | ((value << lsb) & mask));
}

/// Wide pins are arrays of 32-bit words, lowest first.
template <std::size_t Words>
std::uint64_t slice(const VlWide<Words>& pin, int lsb, int width) {
    std::uint64_t value = 0;
    for (int done = 0; done < width;) {
        const int bit = lsb + done;
        const std::uint64_t word = pin.at(static_cast<std::size_t>(bit / 32));
        value |= (word >> (bit % 32)) << done;
        done += 32 - bit % 32;
    }
    return value & low_mask(width);
}

template <std::size_t Words>
void set_slice(VlWide<Words>& pin, int lsb, int width, std::uint64_t value) {
    for (int done = 0; done < width;) {
        const int bit = lsb + done;
        const int room = 32 - bit % 32;
        const int part = width - done < room ? width - done : room;
        EData& word = pin.at(static_cast<std::size_t>(bit / 32));
        set_slice(word, bit % 32, part, value >> done);
        done += part;
    }
}

template <class Pin, std::enable_if_t<std::is_integral_v<Pin>, int> = 0>
void clear(Pin& pin) {
    pin = 0;
}
template <std::size_t Words>
void clear(VlWide<Words>& pin) {
    for (std::size_t i = 0; i < Words; ++i) {
        pin.at(i) = 0;
    }
}

}  // namespace flitscope::cosim
