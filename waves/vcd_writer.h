#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "waves/buffered_file.h"

namespace flitscope::waves {

/// Cycle t of docs/router.md is shown as the nanosecond from t to t+1: the value of a wire in cycle
/// t, of a register after edge t.
using Cycle = std::int64_t;

constexpr Cycle kPicosecondsPerCycle = 1000;

/// The number of the cycle, in every dump, and its bits.
constexpr const char* kCycleSignal = "cycle";
constexpr int kCycleBits = 64;

/// Cycles without a change during which clock and cycle number are still written (own choice: a
/// dump need not grow while a network is idle).
constexpr Cycle kMostTicks = 100;

/// The scopes of a value change dump with their declarations, in order of appearance.
class VcdScopes {
public:
    /// The scope of this name inside; created if there is none.
    VcdScopes& child(std::string_view name);
    /// `text`: the whole declaration, "$var ... $end\n". Returns whether the name is new here.
    bool declare(const std::string& name, const std::string& text) {
        declarations_.push_back(text);
        return names_.insert(name).second;
    }
    void put(BufferedFile& out) const;

private:
    std::set<std::string> names_;
    std::vector<std::string> declarations_;
    std::vector<std::pair<std::string, std::unique_ptr<VcdScopes>>> children_;
    std::map<std::string, VcdScopes*, std::less<>> child_by_name_;
};

/// Writes a value change dump: hierarchical scopes, `$timescale 1 ps`, one cycle = 1 ns. It writes
/// only changes; an idle network adds nothing. The same calls give the same file byte for byte (no
/// date).
///
/// Every dump has the signal `cycle` (kCycleSignal) outside all scopes: the number of the cycle, in
/// two's complement. It is unknown (x) from kMostTicks cycles after a change until the next one.
///
/// Order of calls: `declare` all signals, `start`, then `change` in ascending cycles, `finish`.
/// I/O failures: std::runtime_error naming the file.
class VcdWriter {
public:
    using Signal = std::uint32_t;  ///< 0, 1, 2, ... in order of declaration

    /// `first`: the cycle at time 0. No cycle is earlier.
    explicit VcdWriter(const std::string& path, Cycle first = 0);

    /// `scope`: names joined by dots ("router_5.input_2"), each a scope of its own; `width`: bits,
    /// at least 1. Throws std::invalid_argument on a bad width or name, or a signal declared twice.
    Signal declare(const std::string& scope, const std::string& name, int width);
    /// The clock, which is written automatically: it rises at the start of every cycle from `start`
    /// on and falls in its middle. From kMostTicks cycles after a change until the cycle of the
    /// next one it stays low. Throws as declare.
    Signal declare_clock(const std::string& scope, const std::string& name);
    /// Another name of a signal. Throws as declare.
    void alias(const std::string& scope, const std::string& name, Signal signal);
    /// Words of 64 bits for the values of all signals so far; those of one signal, and its first
    /// word.
    std::size_t words() const { return words_; }
    std::size_t words(Signal signal) const {
        return variables_[signal].last_word + 1 - variables_[signal].first_word;
    }
    std::size_t first_word(Signal signal) const { return variables_[signal].first_word; }
    /// Writes the header and `values`, one signal after the other in words of 64 bits, the lowest
    /// first, as the initial ones at `cycle`.
    void start(Cycle cycle, const std::vector<std::uint64_t>& values);
    /// The signal, of at most 64 bits, has this value from `cycle` on; bits above its width are
    /// ignored. `cycle` is never smaller than in the call before.
    void change(Cycle cycle, Signal signal, std::uint64_t value) {
        if (cycle != cycle_) {
            put_time(cycle);
        }
        put_value(signal, &value);
    }
    /// The same for a signal of any width, in words, the lowest first.
    void change_words(Cycle cycle, Signal signal, const std::uint64_t* words) {
        if (cycle != cycle_) {
            put_time(cycle);
        }
        put_value(signal, words);
    }
    /// Marks `end` as the end of the dump, if nothing changed later, writes everything and closes
    /// the file.
    void finish(Cycle end);

    const std::string& path() const { return file_.path(); }

private:
    struct Variable {
        std::uint64_t mask;        ///< of the highest word
        std::uint32_t first_word;  ///< in a list of all values
        std::uint32_t last_word;
        int width;
        char code[8];  ///< identifier code, and for vectors the blank before it
        std::uint8_t code_length;
        bool vector;

        std::string declaration(const std::string& name) const;
    };
    void declare_code(const std::string& scope, const std::string& name, const Variable& variable);
    /// What a signal of this width would be, if it were declared now.
    Variable next_variable(int width) const;
    Signal add(const Variable& variable);
    void put_time(Cycle cycle);
    void put_moment(Cycle cycle, Cycle picoseconds_later = 0);
    void put_ticks(Cycle end);
    void put_clock(std::uint64_t value);
    void put_number(Cycle cycle);
    void put_value(Signal signal, const std::uint64_t* words);
    void put_code(Signal signal);
    void put_header();

    BufferedFile file_;
    Cycle first_;
    Cycle cycle_ = 0;  ///< of the last change
    bool started_ = false;
    std::optional<Signal> clock_;
    Signal number_ = 0;  ///< the signal `cycle`
    std::vector<Variable> variables_;
    std::uint32_t words_ = 0;
    VcdScopes top_;
};

}  // namespace flitscope::waves
