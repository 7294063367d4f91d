#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace flitscope::waves {

/// Pins of the units of a router for a waveform: vectors of any width that concatenate the values
/// of the router's wires, as in its RTL. A class that knows the wires derives from it.
class UnitPins {
public:
    struct Pin {
        std::string unit;  ///< "switch_allocator", "vc_buffer_2": its scope
        std::string name;  ///< "active_i_valid"
        int width;
        std::size_t vector;  ///< its bits; pins on the same wires have the same vector, or kClock
    };
    /// The vector of pins that carry the network's clock, which has no vector.
    static constexpr auto kClock = static_cast<std::size_t>(-1);
    /// Of the cycle's wires.
    enum class Look {
        inside,  ///< at those between the units, which only the router changes
        all
    };

    virtual ~UnitPins() = default;

    /// Unit by unit.
    const std::vector<Pin>& pins() const { return pins_; }
    /// Updates the vectors from the wires.
    virtual void look(Look where) = 0;
    /// Calls visit(vector, words) for every vector that has changed since the last visit; at first,
    /// for those that are not 0. 64 bits in a word, the lowest first.
    template <typename Visit>
    void visit_changes(const Visit& visit) {
        for (const std::size_t vector : changed_) {
            vectors_[vector].changed = false;
            visit(vector, words_.data() + vectors_[vector].first_word);
        }
        changed_.clear();
    }

protected:
    std::size_t add_vector(int width) {
        vectors_.push_back({words_.size(), false});
        words_.resize(words_.size() + static_cast<std::size_t>((width + 63) / 64));
        return vectors_.size() - 1;
    }
    void add_pin(Pin pin) { pins_.push_back(std::move(pin)); }
    void add_clock(const std::string& unit) { add_pin({unit, "clk_i", 1, kClock}); }
    /// Bits above `width`, which is at most 64, are ignored.
    void write(std::size_t vector, int lsb, int width, std::uint64_t value) {
        const std::uint64_t mask =
            width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
        value &= mask;
        Vector& written = vectors_[vector];
        const std::size_t word = written.first_word + static_cast<std::size_t>(lsb / 64);
        const int shift = lsb % 64;
        bool changed = replace(words_[word], mask << shift, value << shift);
        if (shift + width > 64) {
            changed |= replace(words_[word + 1], mask >> (64 - shift), value >> (64 - shift));
        }
        if (changed && !written.changed) {
            written.changed = true;
            changed_.push_back(vector);
        }
    }

private:
    struct Vector {
        std::size_t first_word;
        bool changed;
    };
    static bool replace(std::uint64_t& word, std::uint64_t mask, std::uint64_t bits) {
        const std::uint64_t before = word;
        word = (word & ~mask) | bits;
        return word != before;
    }

    std::vector<Pin> pins_;
    std::vector<Vector> vectors_;
    std::vector<std::uint64_t> words_;
    std::vector<std::size_t> changed_;
};

}  // namespace flitscope::waves
