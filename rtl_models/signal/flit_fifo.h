#pragma once

#include <cstddef>
#include <vector>

#include "rtl_models/microarchitecture/flit.h"

namespace flitscope::rtl {

/// Storage of one VC: a ring of flits. Bounded FIFOs keep their capacity for good, unbounded ones
/// grow when needed.
class FlitFifo {
public:
    /// capacity >= 1: bounded; otherwise unbounded.
    explicit FlitFifo(int capacity = 0)
        : bounded_(capacity >= 1), ring_(capacity >= 1 ? capacity : 0) {}

    bool empty() const { return size_ == 0; }
    bool full() const { return bounded_ && size_ == ring_.size(); }
    std::size_t size() const { return size_; }
    const Flit& front() const { return ring_[first_]; }
    const Flit& back() const { return ring_[(first_ + size_ - 1) % ring_.size()]; }

    /// Precondition: not full().
    void push(const Flit& flit) {
        if (size_ == ring_.size()) {
            grow();
        }
        std::size_t slot = first_ + size_;
        slot -= slot >= ring_.size() ? ring_.size() : 0;
        ring_[slot] = flit;
        ++size_;
    }
    /// Precondition: not empty().
    Flit pop() {
        const Flit flit = ring_[first_];
        first_ = first_ + 1 == ring_.size() ? 0 : first_ + 1;
        --size_;
        return flit;
    }

private:
    void grow() {
        std::vector<Flit> larger(ring_.empty() ? 4 : 2 * ring_.size());
        for (std::size_t i = 0; i < size_; ++i) {
            larger[i] = ring_[(first_ + i) % ring_.size()];
        }
        ring_ = std::move(larger);
        first_ = 0;
    }

    bool bounded_;
    std::vector<Flit> ring_;
    std::size_t first_ = 0;
    std::size_t size_ = 0;
};

}  // namespace flitscope::rtl
