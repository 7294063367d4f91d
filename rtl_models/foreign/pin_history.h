#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/foreign/device_model.h"
#include "rtl_models/foreign/port_fields.h"
#include "rtl_models/router/contract/violation.h"
#include "waves/gtkwave_save.h"

namespace flitscope::cosim {

/// The pins of one device in its last cycles, as a ring, and in its reset, for the waveform of a
/// violation.
class PinHistory final : public rtl::ViolationWaves {
public:
    /// `instance`: scope of the waves; `cycles`: how many are kept, >= 1.
    PinHistory(std::string instance, const std::vector<DevicePin>& pins, Device& device, int cycles,
               std::shared_ptr<const PortFields> fields);

    /// Records the present pins in `cycle` (ascending); once per cycle. The device must still
    /// exist.
    void record(rtl::Cycle cycle);
    /// Marks the recorded cycles as those of the reset: they are kept permanently, and the ring
    /// starts again.
    void keep();
    /// Writes a VCD and its GTKWave view, which opens at the last cycle with the marker on it, and
    /// returns the view's path. The first cycle of the reset is at time 0. What the ports say is
    /// under
    /// `<instance>.input_<port>` and `.output_<port>`; the pins are under `<instance>.device`:
    /// elements of arrays are `pin_<element>`, pins of more than 64 bits come in pieces
    /// `pin_<msb>_<lsb>`. `open`: title of the port that the view shows opened; all, if it is none.
    /// I/O failures: std::runtime_error.
    std::string write(const std::string& path, const std::string& open = {}) const override;
    std::string text() const override;

private:
    struct Pin : DevicePin {
        PinStorage storage;
        int bytes;           ///< of an element
        std::size_t offset;  ///< in a row
    };
    /// All pins in a cycle.
    struct Row {
        rtl::Cycle cycle = 0;
        std::vector<unsigned char> bytes;
    };
    /// A signal of the dump.
    struct Shown {
        std::string scope;
        std::string name;
        int width;
        std::function<std::uint64_t(const Row&)> value;
    };
    std::vector<Shown> shown_ports(waves::GtkwaveSave& view, const std::string& open) const;
    std::vector<Shown> shown_pins(waves::GtkwaveSave& view) const;
    std::uint64_t bits(const Row& row, const PinSlice& slice) const;

    std::string instance_;
    std::shared_ptr<const PortFields> fields_;
    std::vector<Pin> pins_;
    std::size_t row_bytes_ = 0;
    std::size_t most_;  ///< rows in `last_`
    std::deque<Row> reset_;
    std::deque<Row> last_;
};

}  // namespace flitscope::cosim
