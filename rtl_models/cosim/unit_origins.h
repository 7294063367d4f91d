#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/cosim/flattened_ports.h"
#include "rtl_models/signal/network/unit_makers.h"

namespace flitscope::cosim {

/// Where the flits that a verilated unit drives come from, beside multicasts. Most drive none.
template <class Unit>
class UnitOrigins {
public:
    UnitOrigins(typename Unit::Ports& /*ports*/, const typename Unit::Parameters& /*parameters*/) {}
    /// Before a rising edge does anything.
    void edge() {}
    FlitOrigins function() const {
        return [](int /*port*/, std::vector<rtl::Flit>& /*known*/) {};
    }
};

/// What is in the FIFOs: the flits that came in, less those that were taken.
template <>
class UnitOrigins<rtl::VcBuffer> {
public:
    UnitOrigins(rtl::VcBuffer::Ports& ports, const rtl::VcBuffer::Parameters& parameters)
        : ports_(ports),
          fifos_(parameters.headers ? static_cast<std::size_t>(parameters.vcs) : 0) {}

    void edge() {
        for (std::size_t v = 0; v < fifos_.size(); ++v) {
            if ((ports_.pop_i.read() >> v & 1) != 0 && !fifos_[v].empty()) {
                fifos_[v].pop_front();
            }
        }
        const rtl::Flit& flit = ports_.flit_i.read();
        if (flit.valid() && flit.vc < fifos_.size()) {
            fifos_[flit.vc].push_back(flit);
        }
    }
    FlitOrigins function() {
        return [this](int /*port*/, std::vector<rtl::Flit>& known) {
            for (const std::deque<rtl::Flit>& fifo : fifos_) {
                if (!fifo.empty()) {
                    known.push_back(fifo.front());
                }
            }
        };
    }

private:
    rtl::VcBuffer::Ports& ports_;
    std::vector<std::deque<rtl::Flit>> fifos_;
};

/// What is at the fronts and granted: on its way to a network output less the entries that are
/// served, to the node as it came.
template <>
class UnitOrigins<rtl::Crossbar> {
public:
    UnitOrigins(rtl::Crossbar::Ports& ports, const rtl::Crossbar::Parameters& parameters)
        : ports_(ports), network_outputs_(parameters.ports.network) {}

    void edge() {}
    FlitOrigins function() {
        return [this](int port, std::vector<rtl::Flit>& known) {
            const rtl::Selects& selects = ports_.select_i.read();
            rtl::for_each_bit(port < selects.size() ? selects[port] : 0, [&](int p) {
                const auto input = static_cast<std::size_t>(p);
                if (port < network_outputs_) {
                    add(input, ports_.grant_i[input].read(), true, known);
                } else {
                    add(input, ports_.absorb_grant_i[input].read(), false, known);
                    add(input, ports_.grant_i[input].read(), false, known);
                }
            });
        };
    }

private:
    void add(std::size_t input, rtl::VcMask vcs, bool served, std::vector<rtl::Flit>& known) const {
        const rtl::PerVc<rtl::Flit>& fronts = ports_.front_i[input].read();
        const rtl::PerVc<std::uint32_t>& entries = ports_.served_i[input].read().of;
        rtl::for_each_bit(vcs, [&](int v) {
            if (v < fronts.size() && v < entries.size()) {
                known.push_back(fronts[v]);
                known.back().served = served ? entries[v] : fronts[v].served;
            }
        });
    }

    rtl::Crossbar::Ports& ports_;
    int network_outputs_;
};

/// The flit that crosses, and the one before it.
template <>
class UnitOrigins<rtl::OutputUnit> {
public:
    UnitOrigins(rtl::OutputUnit::Ports& ports, const rtl::OutputUnit::Parameters& /*parameters*/)
        : ports_(ports) {}

    void edge() { last_ = ports_.flit_i.read(); }
    FlitOrigins function() {
        return [this](int /*port*/, std::vector<rtl::Flit>& known) {
            known = {ports_.flit_i.read(), last_};
        };
    }

private:
    rtl::OutputUnit::Ports& ports_;
    rtl::Flit last_;
};

/// The entries of headers that are invalid in a flit as it leaves, which ports have as the number
/// of those of the whole message.
template <class Unit>
class ServedPins {
public:
    ServedPins(typename Unit::Ports& /*ports*/, const UnitModel& /*model*/) {}
    void depend(InputChanges& /*changes*/) {}
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
    void depend(InputChanges& /*changes*/) {}
    bool set() { return false; }
    void drive() {
        rtl::ServedEntries served;
        served.of = rtl::PerVc<std::uint32_t>(vcs_);
        const rtl::VcMask heads = ports_.head_i.read().valid;
        const rtl::PerVc<rtl::Flit>& fronts = ports_.front_i.read();
        for (int v = 0; v < fronts.size() && v < served.of.size(); ++v) {
            const bool leads = (heads >> v & 1) != 0 && multicast(v) && fronts[v].header != nullptr;
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
                return HeaderSlices::kNoNumber;
            }
        }
        const std::uint32_t first = front.index * static_cast<std::uint32_t>(entries);
        if (marked < entries) {
            return first + static_cast<std::uint32_t>(marked);
        }
        // Nothing is left in this flit: of its entries those that are none are marked, too.
        const auto all = static_cast<std::uint32_t>(front.header->entries.size());
        return std::max(front.served, std::min(all, first + static_cast<std::uint32_t>(entries)));
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
    void depend(InputChanges& changes) {
        ports_.served_i.for_each([&](auto& port) { changes.add(port); });
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
                const bool header = fronts[v].header != nullptr;
                const std::uint64_t first =
                    std::uint64_t{fronts[v].index} * static_cast<std::uint64_t>(entries);
                for (int e = 0; e < entries; ++e) {
                    const int bit = (p * served.size() + v) * entries + e;
                    const std::uint64_t value =
                        header && first + static_cast<std::uint64_t>(e) < served[v] ? 1 : 0;
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
