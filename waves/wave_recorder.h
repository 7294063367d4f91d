#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rtl_models/microarchitecture/flit.h"
#include "waves/signal_source.h"
#include "waves/vcd_writer.h"

namespace flitscope::waves {

/// Watches signals and writes their changes in the window [from, to) of cycles to a VCD: at `from`
/// the initial values, later only changes, none at or after `to`.
///
/// The network calls `before_cycle` before it works off a cycle (also after a jump over idle time)
/// and `sample` at the end of it, when wires and registers show the values of that cycle; cycles in
/// which nothing can have changed need no call. Both return at once outside the window.
class WaveRecorder {
public:
    /// 0 <= from <= to. `writer` outlives the recorder.
    WaveRecorder(VcdWriter& writer, Cycle from, Cycle to);

    /// A signal of 1..64 bits. Throws like VcdWriter::declare. A source that is not present adds
    /// nothing. Returns whether the signal exists.
    bool add(const std::string& scope, const std::string& name, int width,
             const SignalSource& source);
    /// All fields of a flit wire: `<prefix>_valid`, `_kind`, `_vc`, ... (flit_fields.h).
    void add_flit(const std::string& scope, const std::string& prefix, const rtl::Flit& wire);

    /// The state that `cycle` will start from holds since the last sample.
    void before_cycle(Cycle cycle) {
        if (!started_ && cycle > from_) {
            start(from_);
        }
    }
    void sample(Cycle cycle) {
        if (cycle >= from_ && cycle < to_) {
            compare(cycle);
        }
    }
    /// The run ended before edge `end`: closes the dump at `end` or `to`, whichever is first.
    /// Throws std::runtime_error when the file could not be written.
    void finish(Cycle end);

    std::size_t signals() const { return signals_; }

private:
    template <typename T>
    struct Watch {
        const void* object;  ///< a T, or a bool, enum or signed integer of its size
        T last;
        VcdWriter::Signal signal;
    };
    struct CallWatch {
        SignalSource::Function function;
        const void* object;
        std::uint64_t last;
        int argument;
        VcdWriter::Signal signal;
    };

    /// Writes the initial values.
    void start(Cycle cycle);
    void compare(Cycle cycle);
    template <typename T>
    void compare(Cycle cycle, std::vector<Watch<T>>& watches);
    void compare_flits(Cycle cycle);
    template <typename T>
    void first_values(std::vector<Watch<T>>& watches, std::vector<std::uint64_t>& values);

    VcdWriter& writer_;
    Cycle from_;
    Cycle to_;
    bool started_ = false;
    std::size_t signals_ = 0;
    std::vector<Watch<std::uint8_t>> bytes_;
    std::vector<Watch<std::uint16_t>> halves_;
    std::vector<Watch<std::uint32_t>> words_;
    std::vector<Watch<std::uint64_t>> longs_;
    std::vector<CallWatch> calls_;
    std::vector<Watch<rtl::Flit>> flits_;  ///< `signal`: of the first field
};

}  // namespace flitscope::waves
