#include "rtl_models/foreign/pin_history.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>

#include "rtl_models/router/pin_bits.h"
#include "waves/vcd_writer.h"

namespace flitscope::cosim {

namespace {

constexpr int kPieceBits = 64;

using Radix = waves::GtkwaveSave::Radix;

/// Names in a VCD are letters, digits and underscores.
std::string plain(std::string name) {
    const auto strange = [](unsigned char c) { return std::isalnum(c) == 0; };
    std::replace_if(name.begin(), name.end(), strange, '_');
    return name;
}

}  // namespace

PinHistory::PinHistory(std::string instance, const std::vector<DevicePin>& pins, Device& device,
                       int cycles, std::shared_ptr<const PortFields> fields)
    : instance_(std::move(instance)),
      fields_(std::move(fields)),
      most_(static_cast<std::size_t>(cycles)) {
    for (std::size_t i = 0; i < pins.size(); ++i) {
        const int bytes = (pins[i].width + 7) / 8;
        pins_.push_back({pins[i], device.pin(static_cast<int>(i)), bytes, row_bytes_});
        row_bytes_ += static_cast<std::size_t>(bytes) * static_cast<std::size_t>(pins[i].elements);
    }
}

void PinHistory::record(rtl::Cycle cycle) {
    if (!last_.empty() && last_.back().cycle == cycle) {
        return;
    }
    Row row;
    if (last_.size() == most_) {
        row = std::move(last_.front());
        last_.pop_front();
    }
    row.cycle = cycle;
    row.bytes.resize(row_bytes_);
    unsigned char* to = row.bytes.data();
    for (const Pin& pin : pins_) {
        for (int element = 0; element < pin.elements; ++element) {
            std::memcpy(to, pin.storage.bytes + element * pin.storage.stride,
                        static_cast<std::size_t>(pin.bytes));
            to += pin.bytes;
        }
    }
    last_.push_back(std::move(row));
}

void PinHistory::keep() { reset_ = std::exchange(last_, {}); }

std::string PinHistory::text() const {
    return last_.empty() ? ""
                         : "its pins in cycles " + std::to_string(last_.front().cycle) + ".." +
                               std::to_string(last_.back().cycle) +
                               (reset_.empty() ? "" : ", and during reset");
}

std::uint64_t PinHistory::bits(const Row& row, const PinSlice& slice) const {
    const auto pin = std::find_if(pins_.begin(), pins_.end(),
                                  [&](const Pin& each) { return each.name == slice.pin; });
    // PinBits only reads here.
    auto* const bytes = const_cast<unsigned char*>(
        row.bytes.data() + pin->offset + static_cast<std::size_t>(slice.element * pin->bytes));
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
            shown.push_back({scope, field.name, field.width, [this, &field](const Row& row) {
                                 return field.value([this, &row](const PinSlice& slice) {
                                     return bits(row, slice);
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
                plain(pin.name) + (pin.elements == 1 ? "" : "_" + std::to_string(element));
            for (int lsb = 0; lsb < pin.width; lsb += kPieceBits) {
                const int width = std::min(kPieceBits, pin.width - lsb);
                const std::string piece =
                    pin.width <= kPieceBits
                        ? name
                        : name + "_" + std::to_string(lsb + width - 1) + "_" + std::to_string(lsb);
                const PinSlice slice{pin.name, element, lsb, width};
                shown.push_back({scope, piece, width,
                                 [this, slice](const Row& row) { return bits(row, slice); }});
                view.add(scope, piece, width);
            }
        }
    }
    view.close_group();
    return shown;
}

std::string PinHistory::write(const std::string& path, const std::string& open) const {
    waves::GtkwaveSave view;
    std::vector<const Row*> rows;
    for (const auto* part : {&reset_, &last_}) {
        for (const Row& row : *part) {
            rows.push_back(&row);
        }
    }
    const rtl::Cycle first = std::min<rtl::Cycle>(0, rows.front()->cycle);
    waves::VcdWriter file(path, first);
    std::vector<Shown> shown;
    for (const auto& part : {shown_ports(view, open), shown_pins(view)}) {
        shown.insert(shown.end(), part.begin(), part.end());
    }
    std::vector<std::uint64_t> last;
    for (const Shown& each : shown) {
        file.declare(each.scope, each.name, each.width);
        last.push_back(each.value(*rows.front()));
    }
    file.start(rows.front()->cycle, last);
    for (const Row* const row : rows) {
        for (std::size_t i = 0; i < shown.size(); ++i) {
            const std::uint64_t now = shown[i].value(*row);
            if (std::exchange(last[i], now) != now) {
                file.change(row->cycle, static_cast<waves::VcdWriter::Signal>(i), now);
            }
        }
    }
    file.finish(rows.back()->cycle + 1);
    return view.write_marked(path, rows.back()->cycle - first);
}

}  // namespace flitscope::cosim
