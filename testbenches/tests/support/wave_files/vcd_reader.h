#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace flitscope::tb {

/// A value change dump read back, for tests; several names may stand for one signal. Strict:
/// anything this reader does not know, a change of an undeclared signal, a value wider than its
/// signal or time running backwards throws std::runtime_error with file and line.
class VcdFile {
public:
    struct Change {
        std::int64_t time;    ///< in the dump's time unit
        std::uint64_t value;  ///< the lowest 64 bits
        std::string bits;     ///< of a wider signal: all, without leading zeros; "x": unknown
    };
    struct Signal {
        int width = 1;
        std::vector<Change> changes;  ///< ascending times, initial value included
    };

    explicit VcdFile(const std::string& path);

    const std::string& timescale() const { return timescale_; }
    /// By full name, "router_5.input_2.flit_i_vc" (without range).
    const std::map<std::string, Signal>& signals() const { return signals_; }
    /// Throws std::out_of_range for an unknown name.
    const Signal& signal(const std::string& name) const { return signals_.at(name); }
    /// Value at a time; none before the initial value.
    std::optional<std::uint64_t> value(const std::string& name, std::int64_t time) const;
    std::int64_t first_time() const { return first_time_; }
    std::int64_t last_time() const { return last_time_; }
    /// Changes, initial values and those of the cycle's number not counted.
    std::size_t changes() const { return changes_; }

private:
    class Parser;

    std::string timescale_;
    std::map<std::string, Signal> signals_;
    std::int64_t first_time_ = -1;
    std::int64_t last_time_ = -1;
    std::size_t changes_ = 0;
};

}  // namespace flitscope::tb
