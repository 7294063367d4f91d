#pragma once

#include <cstdint>

#include "rtl_models/router/pin_bits.h"

namespace flitscope::cosim {

// Pins as Verilator declares them: numbers, or arrays of words.

/// `width` bits from bit `lsb`.
template <class Pin>
rtl::PinBits bits_at(const Pin& pin, int lsb, int width) {
    return {reinterpret_cast<unsigned char*>(const_cast<Pin*>(&pin)), lsb, width};
}
template <class Pin>
std::uint64_t slice(const Pin& pin, int lsb, int width) {
    return bits_at(pin, lsb, width).read();
}
template <class Pin>
void set_slice(Pin& pin, int lsb, int width, std::uint64_t value) {
    bits_at(pin, lsb, width).write(value);
}
template <class Pin>
void clear(Pin& pin) {
    bits_at(pin, 0, 8 * static_cast<int>(sizeof(pin))).clear();
}

}  // namespace flitscope::cosim
