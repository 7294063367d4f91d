#pragma once

#include <cstdint>
#include <memory>

#include "rtl_models/router/flit.h"

namespace flitscope::rtl {

/// The flits of one VC, oldest first, in a ring. Bounded FIFOs use the caller's storage, so that
/// the VCs of a port are adjacent in memory. Unbounded ones own their storage and double it when
/// needed.
class FlitFifo {
public:
    /// Unbounded.
    FlitFifo() = default;
    /// Bounded to `capacity` flits in `slots`, which outlive the FIFO.
    FlitFifo(Flit* slots, std::uint32_t capacity)
        : slots_(slots), capacity_(capacity), bounded_(true) {}

    bool empty() const { return size_ == 0; }
    bool full() const { return bounded_ && size_ == capacity_; }
    std::uint32_t size() const { return size_; }
    const Flit& front() const { return slots_[first_]; }
    Flit& front() { return slots_[first_]; }

    /// Precondition: not full().
    void push(const Flit& flit) {
        if (size_ == capacity_) {
            grow();
        }
        const std::uint32_t slot = first_ + size_;
        slots_[slot < capacity_ ? slot : slot - capacity_] = flit;
        ++size_;
    }
    /// Precondition: not empty().
    Flit pop() {
        const Flit& flit = slots_[first_];
        first_ = first_ + 1 == capacity_ ? 0 : first_ + 1;
        --size_;
        return flit;
    }

    /// Drops the flits for which gone(flit) is true; returns their number.
    template <typename Gone>
    std::uint32_t remove_if(Gone gone) {
        const std::uint32_t before = size_;
        size_ = 0;
        for (std::uint32_t i = 0; i < before; ++i) {
            const Flit flit = slots_[(first_ + i) % capacity_];
            if (!gone(flit)) {
                slots_[(first_ + size_++) % capacity_] = flit;
            }
        }
        return before - size_;
    }

private:
    void grow() {
        const std::uint32_t larger = capacity_ == 0 ? 4 : 2 * capacity_;
        auto slots = std::make_unique<Flit[]>(larger);
        for (std::uint32_t i = 0; i < size_; ++i) {
            slots[i] = slots_[(first_ + i) % capacity_];
        }
        owned_ = std::move(slots);
        slots_ = owned_.get();
        capacity_ = larger;
        first_ = 0;
    }

    Flit* slots_ = nullptr;
    std::uint32_t capacity_ = 0;
    std::uint32_t first_ = 0;
    std::uint32_t size_ = 0;
    bool bounded_ = false;
    std::unique_ptr<Flit[]> owned_;
};

}  // namespace flitscope::rtl
