#include "rtl_models/foreign/pin_history.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "rtl_models/router/pin_bits.h"
#include "waves/vcd_writer.h"

namespace flitscope::cosim {

namespace {

constexpr int kPieceBits = 64;
constexpr rtl::Cycle kCyclesInView = 30;  ///< that the view begins before the end

using Radix = waves::GtkwaveSave::Radix;

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
                       int cycles, std::shared_ptr<const PortFields> fields)
    : instance_(std::move(instance)),
      fields_(std::move(fields)),
      at_(static_cast<std::size_t>(cycles)) {
    for (std::size_t i = 0; i < pins.size(); ++i) {
        Pin pin;
        pin.pin = pins[i].name;
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

void PinHistory::keep() {
    for (std::size_t number = 0; number < held_; ++number) {
        const unsigned char* const from = row(number);
        reset_rows_.insert(reset_rows_.end(), from, from + row_bytes_);
    }
    reset_at_ = cycles();
    next_ = 0;
    held_ = 0;
}

std::vector<rtl::Cycle> PinHistory::cycles() const {
    std::vector<rtl::Cycle> held;
    for (std::size_t i = 0; i < held_; ++i) {
        held.push_back(at_[(next_ + at_.size() - held_ + i) % at_.size()]);
    }
    return held;
}

std::string PinHistory::text() const {
    const std::vector<rtl::Cycle> held = cycles();
    return held.empty()
               ? ""
               : "its pins in cycles " + std::to_string(held.front()) + ".." +
                     std::to_string(held.back()) + (reset_at_.empty() ? "" : ", and during reset");
}

rtl::Cycle PinHistory::begin() const {
    const std::vector<rtl::Cycle> held = cycles();
    const rtl::Cycle first = !reset_at_.empty() ? reset_at_.front()
                             : !held.empty()    ? held.front()
                                                : 0;
    return std::max<rtl::Cycle>(0, -first);
}

const unsigned char* PinHistory::row(std::size_t number) const {
    if (number < reset_at_.size()) {
        return reset_rows_.data() + number * row_bytes_;
    }
    number -= reset_at_.size();
    return rows_.data() + (next_ + at_.size() - held_ + number) % at_.size() * row_bytes_;
}

std::uint64_t PinHistory::bits(std::size_t number, const PinSlice& slice) const {
    const auto pin = std::find_if(pins_.begin(), pins_.end(),
                                  [&](const Pin& each) { return each.pin == slice.pin; });
    // PinBits only reads here.
    auto* const bytes = const_cast<unsigned char*>(
        row(number) + pin->offset + static_cast<std::size_t>(slice.element * pin->bytes));
    return rtl::PinBits(bytes, slice.lsb, slice.width).read();
}

std::vector<PinHistory::Shown> PinHistory::shown_ports(waves::GtkwaveSave& view,
                                                       const std::string& open) const {
    using Group = waves::GtkwaveSave::Group;
    const auto& ports = fields_->ports();
    const bool known = std::any_of(ports.begin(), ports.end(),
                                   [&](const auto& port) { return port.title == open; });
    std::vector<Shown> shown;
    for (const PortFields::Port& port : ports) {
        const std::string scope = instance_ + "." + port.scope;
        view.open_group(port.title, !known || port.title == open ? Group::open : Group::closed);
        for (const PortFields::Field& field : port.fields) {
            shown.push_back({scope, field.name, field.width, [this, &field](std::size_t number) {
                                 return field.value([this, number](const PinSlice& slice) {
                                     return bits(number, slice);
                                 });
                             }});
            if (field.show == PortFields::Show::kind) {
                view.add(scope, field.name, field.width,
                         waves::Translation{"flits", PortFields::kinds()});
            } else {
                const bool number = field.show == PortFields::Show::number;
                view.add(scope, field.name, field.width, number ? Radix::decimal : Radix::binary);
            }
        }
        view.close_group();
    }
    return shown;
}

std::vector<PinHistory::Shown> PinHistory::shown_pins(waves::GtkwaveSave& view) const {
    const std::string scope = instance_ + ".device";
    std::vector<Shown> shown;
    view.open_group("pins", waves::GtkwaveSave::Group::closed);
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
                const PinSlice slice{pin.pin, element, lsb, width};
                shown.push_back({scope, piece, width, [this, slice](std::size_t number) {
                                     return bits(number, slice);
                                 }});
                view.add(scope, piece, width);
            }
        }
    }
    view.close_group();
    return shown;
}

std::string PinHistory::write(const std::string& path, const std::string& open) const {
    waves::VcdWriter file(path);
    waves::GtkwaveSave view;
    std::vector<rtl::Cycle> at = reset_at_;
    const std::vector<rtl::Cycle> held = cycles();
    at.insert(at.end(), held.begin(), held.end());
    const rtl::Cycle begin_at = begin();

    constexpr int kCycleBits = 64;
    view.add(instance_, "cycle", kCycleBits, Radix::signed_decimal);
    std::vector<Shown> shown = {{instance_, "cycle", kCycleBits, [&at](std::size_t number) {
                                     return static_cast<std::uint64_t>(at[number]);
                                 }}};
    for (const auto& part : {shown_ports(view, open), shown_pins(view)}) {
        shown.insert(shown.end(), part.begin(), part.end());
    }
    std::vector<std::uint64_t> last;
    for (const Shown& each : shown) {
        file.declare(each.scope, each.name, each.width);
        last.push_back(at.empty() ? 0 : each.value(0));
    }
    file.start(at.empty() ? 0 : at.front() + begin_at, last);
    for (std::size_t number = 1; number < at.size(); ++number) {
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const std::uint64_t now = shown[i].value(number);
            if (now != last[i]) {
                file.change(at[number] + begin_at, static_cast<waves::VcdWriter::Signal>(i), now);
                last[i] = now;
            }
        }
    }
    const rtl::Cycle end = at.empty() ? 0 : at.back() + begin_at + 1;
    file.finish(end);
    const rtl::Cycle from = std::max<rtl::Cycle>(0, end - kCyclesInView);
    return view.write(path, from * waves::kPicosecondsPerCycle);
}

}  // namespace flitscope::cosim
