#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <ostream>
#include <string>
#include <systemc>
#include <type_traits>

#include "rtl_models/router/vc_mask.h"

namespace flitscope::rtl {

/// A list of values. Up to `Few` values, enough for most routers, are stored inside the object.
template <typename T, int Few>
class Several {
public:
    using Value = T;

    Several() = default;
    explicit Several(int size, const T& value = T()) {
        resize(size);
        std::fill(begin(), end(), value);
    }
    Several(const Several& other) { *this = other; }
    Several& operator=(const Several& other) {
        if (this != &other) {
            resize(other.size_);
            std::copy(other.begin(), other.end(), begin());
        }
        return *this;
    }

    int size() const { return size_; }
    T& operator[](int i) { return begin()[i]; }
    const T& operator[](int i) const { return begin()[i]; }
    T* begin() { return size_ <= Few ? few_ : more_.get(); }
    const T* begin() const { return size_ <= Few ? few_ : more_.get(); }
    T* end() { return begin() + size_; }
    const T* end() const { return begin() + size_; }

    friend bool operator==(const Several& a, const Several& b) {
        return a.size_ == b.size_ && std::equal(a.begin(), a.end(), b.begin());
    }
    friend std::ostream& operator<<(std::ostream& out, const Several& values) {
        for (const T& value : values) {
            out << value << ' ';
        }
        return out;
    }
    /// Value v as <name>_<v>.
    friend void sc_trace(sc_core::sc_trace_file* file, const Several& values,
                         const std::string& name) {
        using sc_core::sc_trace;
        for (int i = 0; i < values.size(); ++i) {
            sc_trace(file, values[i], name + "_" + std::to_string(i));
        }
    }

private:
    void resize(int size) {
        if (size > Few && size != size_) {
            more_ = std::make_unique<T[]>(static_cast<std::size_t>(size));
        }
        size_ = size;
    }

    int size_ = 0;
    T few_[Few]{};
    std::unique_ptr<T[]> more_;
};

template <typename T>
constexpr bool kIsSeveral = false;
template <typename T, int Few>
constexpr bool kIsSeveral<Several<T, Few>> = true;

template <typename T>
using PerVc = Several<T, 4>;
/// switch_allocator -> crossbar: by output port, at most one input.
using Selects = Several<InputMask, 5>;

}  // namespace flitscope::rtl
