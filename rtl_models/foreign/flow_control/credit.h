#pragma once

#include <algorithm>
#include <string>

#include "rtl_models/foreign/flow_control/converter_parts.h"
#include "rtl_models/router/vc_mask.h"

namespace flitscope::cosim {

/// Credits on both sides of an input port of the device: 0 cycles.
///
/// A credit of the device goes upstream in the cycle in which it is on the pins. Flits for which
/// the device has no slot (fewer credits than the network's buffers) wait here.
class CreditInput final : public InputFlowControl {
public:
    CreditInput(const FlowControlParameters& parameters, const FlowControlPort& port)
        : parameters_(parameters), waiting_(port.vcs), vcs_(static_cast<std::size_t>(port.vcs)) {}

    void arrive(const rtl::Flit& flit) override { waiting_.push(flit.vc, flit); }

    const rtl::Flit* offer() override {
        std::uint64_t room = 0;
        for (std::size_t v = 0; v < vcs_.size(); ++v) {
            room |= static_cast<std::uint64_t>(vcs_[v].in_device < parameters_.initial) << v;
        }
        offered_ = waiting_.serve(room);
        if (!offered_.valid()) {
            return nullptr;
        }
        ++vcs_[offered_.vc].in_device;
        return &offered_;
    }

    bool settle(std::uint64_t /*back*/) override { return offered_.valid(); }

    /// Throws ViolationCause (credit_overflow) for credits of flits that were not sent.
    void clocked(std::uint64_t back) override {
        if (parameters_.style != CreditStyle::id) {
            const int bits = parameters_.bits_per_vc();
            for (std::size_t v = 0; v < vcs_.size(); ++v) {
                return_credits(v, back & ((std::uint64_t{1} << bits) - 1));
                back >>= bits;
            }
        } else if ((back & 1) != 0) {
            if (back >> 1 >= vcs_.size()) {
                throw ViolationCause(
                    ViolationKind::wrong_vc,
                    "credit for VC " + std::to_string(back >> 1) + ", which does not exist");
            }
            return_credits(back >> 1, 1);
        }
    }

    std::uint64_t credits() override {
        std::uint64_t mask = 0;
        for (std::size_t v = 0; v < vcs_.size(); ++v) {
            if (vcs_[v].to_return > 0) {
                --vcs_[v].to_return;
                mask |= std::uint64_t{1} << v;
            }
        }
        return mask;
    }

    bool idle() const override {
        return waiting_.empty() && std::all_of(vcs_.begin(), vcs_.end(),
                                               [](const Vc& vc) { return vc.to_return == 0; });
    }

private:
    struct Vc {
        int in_device = 0;  ///< flits sent minus credits returned
        int to_return = 0;  ///< credits on their way upstream
    };

    void return_credits(std::size_t vc, std::uint64_t count) {
        Vc& state = vcs_[vc];
        if (count > static_cast<std::uint64_t>(state.in_device)) {
            throw ViolationCause(ViolationKind::credit_overflow,
                                 std::to_string(count) + " credits for VC " + std::to_string(vc) +
                                     ", which holds " + std::to_string(state.in_device) + " flits");
        }
        state.in_device -= static_cast<int>(count);
        state.to_return += static_cast<int>(count);
    }

    FlowControlParameters parameters_;
    VcQueues waiting_;
    std::vector<Vc> vcs_;
    rtl::Flit offered_;
};

/// Credits on both sides of an output port of the device: 0 cycles.
///
/// A credit of the network is on the device's pins in the cycle in which it is on the wire. Where
/// the device starts with more credits than the network has buffers, the flits beyond them wait
/// here. A sink frees its slot in the cycle in which the flit is on the wire.
class CreditOutput final : public OutputFlowControl {
public:
    CreditOutput(const FlowControlParameters& parameters, const FlowControlPort& port)
        : parameters_(parameters),
          sink_(port.credits == rtl::kUnbounded),
          credits_(port),
          waiting_(port.vcs),
          vcs_(static_cast<std::size_t>(port.vcs)) {}

    void credit(std::uint64_t vcs) override {
        credits_.give(vcs);
        rtl::for_each_bit(vcs, [&](int vc) { ++vcs_[static_cast<std::size_t>(vc)].to_give; });
    }

    std::uint64_t forward() override {
        std::uint64_t pins = 0;
        const int vcs = static_cast<int>(vcs_.size());
        const int bits = parameters_.bits_per_vc();
        const bool one_a_cycle = parameters_.style == CreditStyle::id;
        for (int i = 0; i < vcs; ++i) {
            const int v = one_a_cycle ? (next_credit_ + i) % vcs : i;
            Vc& vc = vcs_[static_cast<std::size_t>(v)];
            const int count = std::min(vc.to_give, (1 << bits) - 1);
            vc.to_give -= count;
            vc.outstanding -= count;
            if (one_a_cycle && count > 0) {
                next_credit_ = (v + 1) % vcs;
                return 1 | static_cast<std::uint64_t>(v) << 1;
            }
            pins |= static_cast<std::uint64_t>(count) << (v * bits);
        }
        return pins;
    }

    /// Throws ViolationCause (sent_without_credit).
    bool take(int vc) override {
        Vc& state = vcs_[static_cast<std::size_t>(vc)];
        if (state.outstanding == parameters_.initial) {
            throw ViolationCause(ViolationKind::sent_without_credit,
                                 "flit on VC " + std::to_string(vc) + ", whose " +
                                     std::to_string(parameters_.initial) + " credits are all used");
        }
        ++state.outstanding;
        return true;
    }

    void push(const rtl::Flit& flit) override { waiting_.push(flit.vc, flit); }

    const rtl::Flit* drive() override {
        driven_ = waiting_.serve(credits_.vcs());
        if (!driven_.valid()) {
            return nullptr;
        }
        credits_.take(driven_.vc);
        vcs_[driven_.vc].to_give += sink_ ? 1 : 0;
        return &driven_;
    }

    bool idle() const override {
        return waiting_.empty() &&
               std::all_of(vcs_.begin(), vcs_.end(), [](const Vc& vc) { return vc.to_give == 0; });
    }

private:
    struct Vc {
        int outstanding = 0;  ///< flits taken from the device minus credits given to it
        int to_give = 0;      ///< credits on their way to the device
    };

    FlowControlParameters parameters_;
    bool sink_;
    NetworkCredits credits_;
    VcQueues waiting_;
    std::vector<Vc> vcs_;
    rtl::Flit driven_;
    int next_credit_ = 0;  ///< VC whose turn it is with CreditStyle::id
};

}  // namespace flitscope::cosim
