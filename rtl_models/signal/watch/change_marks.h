#pragma once

#include <cstddef>
#include <cstdint>
#include <systemc>
#include <vector>

#include "rtl_models/signal/clocking/gate.h"

namespace flitscope::rtl {

/// Of one who reads many channels: which have changed since it looked last.
class ChangedChannels {
public:
    /// Channels get numbers 0..channels-1. `gate`: woken by the first change; may be null. Before
    /// `watch`, once.
    void size(int channels, Gate* gate) {
        words_.assign(static_cast<std::size_t>(channels / 64 + 1), {0, gate});
        foreign_.assign(words_.size(), 0);
    }
    /// False: the channel is somebody else's and tells nobody. It counts as changed whenever the
    /// reader looks.
    bool watch(int number, sc_core::sc_interface* channel) {
        auto* const watched = dynamic_cast<Watched*>(channel);
        const auto word = static_cast<std::size_t>(number / 64);
        if (watched != nullptr) {
            watched->add_note(words_[word], number % 64);
        } else {
            foreign_[word] |= std::uint64_t{1} << number % 64;
        }
        return watched != nullptr;
    }
    void note(int number) { words_[static_cast<std::size_t>(number / 64)].note(number % 64); }
    /// Calls visit(number), lowest first, for what has changed; from now on nothing has.
    template <typename Visit>
    void take(const Visit& visit) {
        for (std::size_t i = 0; i < words_.size(); ++i) {
            std::uint64_t left = words_[i].bits | foreign_[i];
            words_[i].bits = 0;
            for (; left != 0; left &= left - 1) {
                visit(static_cast<int>(i * 64) + __builtin_ctzll(left));
            }
        }
    }

private:
    std::vector<ChangeWord> words_;
    std::vector<std::uint64_t> foreign_;
};

/// Ports of which something is to be done, a bit for each thing.
class PortMarks {
public:
    using Parts = unsigned;

    explicit PortMarks(std::size_t ports) : parts_(ports, 0) {}
    void mark(int port, Parts parts) {
        parts_[static_cast<std::size_t>(port)] |= parts;
        any_ = true;
    }
    bool any() const { return any_; }
    /// What is marked, into `taken` of the same size; from now on nothing is.
    void take(PortMarks& taken) {
        taken.parts_.swap(parts_);
        taken.any_ = any_;
        parts_.assign(parts_.size(), 0);
        any_ = false;
    }
    /// Calls visit(port, parts) for ports that are marked, lowest first.
    template <typename Visit>
    void for_each(const Visit& visit) const {
        for (std::size_t port = 0; any_ && port < parts_.size(); ++port) {
            if (parts_[port] != 0) {
                visit(static_cast<int>(port), parts_[port]);
            }
        }
    }

private:
    std::vector<Parts> parts_;
    bool any_ = false;
};

}  // namespace flitscope::rtl
