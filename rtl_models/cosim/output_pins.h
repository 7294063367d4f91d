#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <utility>
#include <vector>

#include "rtl_models/cosim/unit_model.h"

namespace flitscope::cosim {

/// What the output pins of a model were when the ports were driven last.
class OutputPins {
public:
    /// A bit per output pin; of the 64th and all that follow the last one.
    using Changes = std::uint64_t;

    OutputPins() = default;
    explicit OutputPins(const UnitModel& model) : first_pin_(model.pins().front().data) {
        Layout layout;
        for (const UnitPin& pin : model.pins()) {
            if (!pin.output) {
                continue;
            }
            layout.push_back({static_cast<int>(pin.data - first_pin_), pin.bytes, 0});
            if (pin.bytes > kShort) {
                layout.back().last = static_cast<int>(long_.size());
                long_.resize(long_.size() + static_cast<std::size_t>(pin.bytes));
            }
        }
        last_.resize(layout.size());
        layout_ = &shared(std::move(layout));
    }
    /// Of one of the model's pins; an input: none.
    static Changes bit_of(const UnitModel& model, const UnitPin& pin) {
        const auto before = std::count_if(model.pins().data(), &pin,
                                          [](const UnitPin& each) { return each.output; });
        return pin.output ? bit(static_cast<std::size_t>(before)) : 0;
    }
    /// The pins that have changed since the last time; at first all.
    Changes look() {
        Changes changed = std::exchange(first_, false) ? ~Changes{0} : 0;
        for (std::size_t i = 0; i < last_.size(); ++i) {
            changed |= take((*layout_)[i], last_[i]) ? bit(i) : 0;
        }
        return changed;
    }

private:
    static constexpr int kShort = 8;  ///< bytes of a pin that is one number

    struct Pin {
        int byte;  ///< from the first pin on
        int bytes;
        int last;  ///< of one that is longer than a number: where in long_
        friend bool operator==(const Pin& a, const Pin& b) {
            return a.byte == b.byte && a.bytes == b.bytes && a.last == b.last;
        }
    };
    using Layout = std::vector<Pin>;

    /// As in flattened_ports.h.
    static const Layout& shared(Layout layout) {
        static std::deque<Layout> all;
        const auto same = std::find(all.begin(), all.end(), layout);
        if (same != all.end()) {
            return *same;
        }
        all.push_back(std::move(layout));
        return all.back();
    }
    static Changes bit(std::size_t pin) { return Changes{1} << std::min<std::size_t>(pin, 63); }
    bool take(const Pin& pin, std::uint64_t& last) {
        const unsigned char* const data = first_pin_ + pin.byte;
        if (pin.bytes > kShort) {
            const auto bytes = static_cast<std::size_t>(pin.bytes);
            unsigned char* const before = &long_[static_cast<std::size_t>(pin.last)];
            const bool same = std::memcmp(before, data, bytes) == 0;
            if (!same) {
                std::memcpy(before, data, bytes);
            }
            return !same;
        }
        const std::uint64_t now = number(data, pin.bytes);
        return std::exchange(last, now) != now;
    }
    /// Copies of a size that the compiler knows need no call.
    static std::uint64_t number(const unsigned char* data, int bytes) {
        std::uint64_t value = 0;
        switch (bytes) {
            case 1:
                return *data;
            case 2:
                std::memcpy(&value, data, 2);
                return value;
            case 4:
                std::memcpy(&value, data, 4);
                return value;
            default:
                std::memcpy(&value, data, static_cast<std::size_t>(bytes));
                return value;
        }
    }

    const unsigned char* first_pin_ = nullptr;
    const Layout* layout_ = nullptr;
    std::vector<std::uint64_t> last_;  ///< by pin
    std::vector<unsigned char> long_;
    bool first_ = true;
};

}  // namespace flitscope::cosim
