#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace flitscope::tl {

/// A list of indices with uninitialised memory and unchecked pushes: reserve room first. Loops over
/// every flit write to `tail` themselves and then call `end_at`: a pointer in a register is faster
/// than a list in memory.
class IdList {
public:
    /// Room for `more` further pushes, and for one write beyond.
    void make_room(std::size_t more) {
        if (size_ + more >= capacity_) {
            grow(size_ + more + 1);
        }
    }
    void push(std::uint32_t id) { data_[size_++] = id; }
    /// Without a branch, for unpredictable conditions.
    void push_if(bool wanted, std::uint32_t id) {
        data_[size_] = id;
        size_ += wanted ? 1 : 0;
    }
    void clear() { size_ = 0; }
    /// Removes the entries for which gone(id) is true, keeping the order.
    template <typename Gone>
    void remove_if(Gone gone) {
        size_ = static_cast<std::size_t>(std::remove_if(data_.get(), data_.get() + size_, gone) -
                                         data_.get());
    }

    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::uint32_t operator[](std::size_t i) const { return data_[i]; }
    const std::uint32_t* begin() const { return data_.get(); }
    const std::uint32_t* end() const { return data_.get() + size_; }
    std::uint32_t* data() { return data_.get(); }
    std::uint32_t* tail() { return data_.get() + size_; }
    void end_at(const std::uint32_t* tail) { size_ = static_cast<std::size_t>(tail - data_.get()); }

private:
    void grow(std::size_t needed) {
        const std::size_t capacity = std::max<std::size_t>(needed, 2 * capacity_ + 64);
        std::unique_ptr<std::uint32_t[]> larger(new std::uint32_t[capacity]);
        std::copy(begin(), end(), larger.get());
        data_ = std::move(larger);
        capacity_ = capacity;
    }

    std::unique_ptr<std::uint32_t[]> data_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

/// Events due at future edges: one list per edge.
template <typename List>
class EdgeRing {
public:
    /// Lists for the edges now..now + ahead.
    void resize(std::size_t ahead) {
        std::size_t slots = 1;
        while (slots <= ahead) {
            slots *= 2;
        }
        slots_.resize(slots);
    }
    List& at(std::int64_t edge) {
        return slots_[static_cast<std::size_t>(edge) & (slots_.size() - 1)];
    }
    const List& at(std::int64_t edge) const {
        return slots_[static_cast<std::size_t>(edge) & (slots_.size() - 1)];
    }
    const std::vector<List>& slots() const { return slots_; }

private:
    std::vector<List> slots_;
};

}  // namespace flitscope::tl
