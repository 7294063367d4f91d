#pragma once

#include <algorithm>
#include <cstdint>

#include "rtl_models/cosim/flattened_ports.h"
#include "rtl_models/signal/network/unit_makers.h"

namespace flitscope::cosim {

/// The entries that are invalid in a flit as it leaves, which ports have as a number.
template <class Unit>
class ServedPins {
public:
    ServedPins(typename Unit::Ports& /*ports*/, const UnitModel& /*model*/) {}
    template <typename Visit>
    void for_each_change(const Visit& /*visit*/) const {}
    bool set() { return false; }
    void drive() {}
};

/// The pin served_o of a header unit: a bit for each entry of the flit at the front of a VC.
template <>
class ServedPins<rtl::HeaderUnit> {
public:
    ServedPins(rtl::HeaderUnit::Ports& ports, const UnitModel& model) : ports_(ports) {
        for (const UnitPin& pin : model.pins()) {
            if (pin.name == "served_o") {
                served_ = PinBits(pin.data, 0, pin.width);
            } else if (pin.name == "action_o") {
                action_ = pin;
            } else if (pin.name == "head_o_valid") {
                vcs_ = pin.width;
            }
        }
    }
    template <typename Visit>
    void for_each_change(const Visit& /*visit*/) const {}
    bool set() { return false; }
    void drive() {
        rtl::ServedEntries served;
        served.of = rtl::PerVc<std::uint32_t>(vcs_);
        const rtl::VcMask heads = ports_.head_i.read().valid;
        const rtl::PerVc<rtl::Flit>& fronts = ports_.front_i.read();
        for (int v = 0; v < fronts.size() && v < served.of.size(); ++v) {
            const bool leads = (heads >> v & 1) != 0 && multicast(v) && fronts[v].header;
            served.of[v] = leads ? served_with(v, fronts[v]) : fronts[v].served;
        }
        ports_.served_o.write(served);
    }

private:
    /// The lowest bit of its action (action_fields.v).
    bool multicast(int v) const {
        return PinBits(action_.data, v * (action_.width / vcs_), 1).read() != 0;
    }
    /// No number is right where others than the first entries are marked.
    std::uint32_t served_with(int v, const rtl::Flit& front) const {
        const int entries = served_.width() / vcs_;
        int marked = 0;
        while (marked < entries && served_.read(v * entries + marked, 1) != 0) {
            ++marked;
        }
        for (int e = marked; e < entries; ++e) {
            if (served_.read(v * entries + e, 1) != 0) {
                return rtl::kNotInOrder;
            }
        }
        if (marked < entries) {
            return static_cast<std::uint32_t>(marked);
        }
        // Nothing is left: those that are none are marked, too.
        return std::max(front.served, static_cast<std::uint32_t>(front.header->entries.size()));
    }

    rtl::HeaderUnit::Ports& ports_;
    PinBits served_;
    UnitPin action_;
    int vcs_ = 1;
};

/// The pin served_i of a crossbar: by VC the entries of the flit at the front that are invalid as
/// it leaves.
template <>
class ServedPins<rtl::Crossbar> {
public:
    ServedPins(rtl::Crossbar::Ports& ports, const UnitModel& model) : ports_(ports) {
        for (const UnitPin& pin : model.pins()) {
            if (pin.name == "served_i" && ports.served_i.size() > 0) {
                bits_ = PinBits(pin.data, 0, pin.width);
            }
        }
    }
    template <typename Visit>
    void for_each_change(const Visit& visit) const {
        ports_.served_i.for_each([&](auto& port) { visit(port->value_changed_event()); });
    }
    /// Whether something on the pin is another than before.
    bool set() {
        bool changed = false;
        const int inputs = static_cast<int>(ports_.served_i.size());
        for (int p = 0; bits_.exists() && p < inputs; ++p) {
            const auto port = static_cast<std::size_t>(p);
            const rtl::PerVc<rtl::Flit>& fronts = ports_.front_i[port].read();
            const rtl::PerVc<std::uint32_t>& served = ports_.served_i[port].read().of;
            const int entries = served.size() > 0 ? bits_.width() / (inputs * served.size()) : 0;
            for (int v = 0; v < served.size() && v < fronts.size(); ++v) {
                for (int e = 0; e < entries; ++e) {
                    const int bit = (p * served.size() + v) * entries + e;
                    const std::uint64_t value =
                        fronts[v].header && static_cast<std::uint32_t>(e) < served[v] ? 1 : 0;
                    changed |= bits_.read(bit, 1) != value;
                    bits_.write(bit, 1, value);
                }
            }
        }
        return changed;
    }
    void drive() {}

private:
    rtl::Crossbar::Ports& ports_;
    PinBits bits_;
};

}  // namespace flitscope::cosim
