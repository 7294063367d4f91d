#pragma once

#include <string>
#include <vector>

#include "rtl_models/foreign/device_model.h"
#include "rtl_models/router/contract/network.h"

namespace flitscope::cosim {

/// The pins of one device in its last cycles, as a ring: what a waveform around a violation needs.
class PinHistory {
public:
    /// `instance`: scope of the waves; `cycles`: how many are kept, >= 1.
    PinHistory(std::string instance, const std::vector<DevicePin>& pins, Device& device,
               int cycles);

    /// The pins as they are now, in `cycle` (ascending). The device must still be there.
    void record(rtl::Cycle cycle);
    /// Cycles held, oldest first.
    std::vector<rtl::Cycle> cycles() const;
    /// Writes a VCD with the pins under the scope `<instance>.device`; elements of arrays are
    /// `pin_<element>`, pins of more than 64 bits come in pieces `pin_<msb>_<lsb>`. I/O failures:
    /// std::runtime_error.
    void write(const std::string& path) const;

private:
    struct Pin {
        std::string name;
        PinStorage storage;
        int width;
        int elements;
        int bytes;           ///< of an element
        std::size_t offset;  ///< in a row
    };
    struct Piece {
        std::size_t offset;
        int lsb;
        int width;
    };
    const unsigned char* row(std::size_t number) const;

    std::string instance_;
    std::vector<Pin> pins_;
    std::size_t row_bytes_ = 0;
    std::vector<unsigned char> rows_;
    std::vector<rtl::Cycle> at_;
    std::size_t next_ = 0;
    std::size_t held_ = 0;
};

}  // namespace flitscope::cosim
