#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace flitscope::rtl {

/// The bytes that a flit carries (docs/data.md), byte 0 in the lowest bits of word 0; bits beyond
/// those of the network's flits are 0. Most flits have one word, and only that is copied.
class FlitData {
public:
    static constexpr int kMaxBytes = 64;
    static constexpr int kWordBytes = 8;
    static constexpr int kMaxWords = kMaxBytes / kWordBytes;

    FlitData() {}  // NOLINT(modernize-use-equals-default): leaves upper_ alone
    FlitData(const FlitData& other) : first_(other.first_), words_(other.words_) {
        copy_upper(other);
    }
    FlitData& operator=(const FlitData& other) {
        first_ = other.first_;
        words_ = other.words_;
        copy_upper(other);
        return *this;
    }

    /// 0: the flit carries none.
    int words() const { return words_; }
    /// Absent words are 0.
    std::uint64_t word(int i) const { return i >= words_ ? 0 : i == 0 ? first_ : upper_[i - 1]; }
    /// The address of word 0, present or not: for traces.
    const std::uint64_t& first() const { return first_; }
    /// i: 0..kMaxWords-1. The words before it become present, too.
    void set_word(int i, std::uint64_t value) {
        if (i >= words_) {
            if (words_ <= 1 && i > 0) {
                std::memset(upper_, 0, sizeof upper_);
            }
            words_ = static_cast<std::uint8_t>(i + 1);
        }
        (i == 0 ? first_ : upper_[i - 1]) = value;
    }
    std::uint8_t byte(int i) const {
        return static_cast<std::uint8_t>(word(i / kWordBytes) >> i % kWordBytes * 8);
    }

    friend bool operator==(const FlitData& a, const FlitData& b) {
        return a.first_ == b.first_ && a.words_ == b.words_ &&
               (a.words_ <= 1 ||
                std::memcmp(a.upper_, b.upper_, kWordBytes * (a.words_ - std::size_t{1})) == 0);
    }
    friend bool operator!=(const FlitData& a, const FlitData& b) { return !(a == b); }

private:
    void copy_upper(const FlitData& other) {
        if (words_ > 1) {
            std::memcpy(upper_, other.upper_, sizeof upper_);
        }
    }

    std::uint64_t first_ = 0;
    std::uint8_t words_ = 0;
    std::uint64_t upper_[kMaxWords - 1];  ///< all of it is written before words_ exceeds 1
};

/// "byte 3 is 0x1f, must be 0x3f": the first that differs; "no bytes" of a flit without any.
inline std::string data_difference(const FlitData& found, const FlitData& wanted) {
    if (found.words() == 0 && wanted.words() != 0) {
        return "no bytes";
    }
    const auto hex = [](std::uint8_t value) {
        constexpr const char* kDigits = "0123456789abcdef";
        return std::string("0x") + kDigits[value >> 4] + kDigits[value & 15];
    };
    int i = 0;
    while (i + 1 < FlitData::kMaxBytes && found.byte(i) == wanted.byte(i)) {
        ++i;
    }
    return "byte " + std::to_string(i) + " is " + hex(found.byte(i)) + ", must be " +
           hex(wanted.byte(i));
}

}  // namespace flitscope::rtl
