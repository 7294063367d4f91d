#include "rtl_models/foreign/pin_history.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "rtl_models/foreign/pin_bits.h"
#include "waves/vcd_writer.h"

namespace flitscope::cosim {

namespace {

constexpr int kPieceBits = 64;

/// Names in a VCD are letters, digits and underscores.
std::string plain(std::string name) {
    for (char& c : name) {
        const bool fine =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        c = fine ? c : '_';
    }
    return name;
}

}  // namespace

PinHistory::PinHistory(std::string instance, const std::vector<DevicePin>& pins, Device& device,
                       int cycles)
    : instance_(std::move(instance)), at_(static_cast<std::size_t>(cycles)) {
    for (std::size_t i = 0; i < pins.size(); ++i) {
        Pin pin;
        pin.name = plain(pins[i].name);
        pin.storage = device.pin(static_cast<int>(i));
        pin.width = pins[i].width;
        pin.elements = pins[i].elements;
        pin.bytes = (pin.width + 7) / 8;
        pin.offset = row_bytes_;
        row_bytes_ += static_cast<std::size_t>(pin.bytes) * static_cast<std::size_t>(pin.elements);
        pins_.push_back(pin);
    }
    rows_.resize(row_bytes_ * at_.size());
}

void PinHistory::record(rtl::Cycle cycle) {
    unsigned char* to = rows_.data() + next_ * row_bytes_;
    for (const Pin& pin : pins_) {
        for (int element = 0; element < pin.elements; ++element) {
            std::memcpy(to, pin.storage.bytes + element * pin.storage.stride,
                        static_cast<std::size_t>(pin.bytes));
            to += pin.bytes;
        }
    }
    at_[next_] = cycle;
    next_ = (next_ + 1) % at_.size();
    held_ = std::min(held_ + 1, at_.size());
}

std::vector<rtl::Cycle> PinHistory::cycles() const {
    std::vector<rtl::Cycle> held;
    for (std::size_t i = 0; i < held_; ++i) {
        held.push_back(at_[(next_ + at_.size() - held_ + i) % at_.size()]);
    }
    return held;
}

const unsigned char* PinHistory::row(std::size_t number) const {
    return rows_.data() + (next_ + at_.size() - held_ + number) % at_.size() * row_bytes_;
}

void PinHistory::write(const std::string& path) const {
    waves::VcdWriter file(path);
    std::vector<Piece> pieces;
    const std::string scope = instance_ + ".device";
    for (const Pin& pin : pins_) {
        for (int element = 0; element < pin.elements; ++element) {
            const std::string name =
                pin.elements == 1 ? pin.name : pin.name + "_" + std::to_string(element);
            for (int lsb = 0; lsb < pin.width; lsb += kPieceBits) {
                const int width = std::min(kPieceBits, pin.width - lsb);
                const std::string piece =
                    pin.width <= kPieceBits
                        ? name
                        : name + "_" + std::to_string(lsb + width - 1) + "_" + std::to_string(lsb);
                file.declare(scope, piece, width);
                pieces.push_back(
                    {pin.offset + static_cast<std::size_t>(element * pin.bytes), lsb, width});
            }
        }
    }
    const auto value = [this](const Piece& piece, std::size_t number) {
        // PinBits only reads here.
        auto* const bytes = const_cast<unsigned char*>(row(number) + piece.offset);
        return PinBits(bytes, piece.lsb, piece.width).read();
    };
    const std::vector<rtl::Cycle> held = cycles();
    std::vector<std::uint64_t> last;
    for (const Piece& piece : pieces) {
        last.push_back(held.empty() ? 0 : value(piece, 0));
    }
    file.start(held.empty() ? 0 : held.front(), last);
    for (std::size_t number = 1; number < held.size(); ++number) {
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            const std::uint64_t now = value(pieces[i], number);
            if (now != last[i]) {
                file.change(held[number], static_cast<waves::VcdWriter::Signal>(i), now);
                last[i] = now;
            }
        }
    }
    file.finish(held.empty() ? 0 : held.back() + 1);
}

}  // namespace flitscope::cosim
