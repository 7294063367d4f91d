#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace flitscope::rtl {

/// An optional value that few objects have. It never changes, copies share it, and comparison is by
/// value. It takes one pointer, where std::shared_ptr takes two, because there are many flits.
template <class T>
class SharedValue {
public:
    SharedValue() = default;
    SharedValue(T value) : held_(new Held{std::move(value)}) {}  // NOLINT: a value as any other
    SharedValue(const SharedValue& other) : held_(other.held_) {
        if (held_ != nullptr) {
            ++held_->owners;
        }
    }
    SharedValue(SharedValue&& other) noexcept : held_(std::exchange(other.held_, nullptr)) {}
    SharedValue& operator=(SharedValue other) noexcept {
        std::swap(held_, other.held_);
        return *this;
    }
    ~SharedValue() {
        if (held_ != nullptr && --held_->owners == 0) {
            delete held_;
        }
    }

    explicit operator bool() const { return held_ != nullptr; }
    const T& operator*() const { return held_->value; }
    const T* operator->() const { return &held_->value; }

    friend bool operator==(const SharedValue& a, const SharedValue& b) {
        return a.held_ == b.held_ || (a && b && *a == *b);
    }
    friend bool operator!=(const SharedValue& a, const SharedValue& b) { return !(a == b); }

private:
    struct Held {
        const T value;
        std::atomic<std::uint32_t> owners{1};
    };
    Held* held_ = nullptr;
};

}  // namespace flitscope::rtl
