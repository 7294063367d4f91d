#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/cosim/verilated_model.h"
#include "rtl_models/foreign/head_codec.h"

namespace flitscope::cosim {

/// A pin of the top module in Verilator's form. Unpacked arrays are flattened, first index first.
struct DevicePin {
    std::string name;    ///< as in the Verilog
    bool input = true;   ///< of the device
    int width = 1;       ///< bits of an element, >= 1
    int elements = 1;    ///< of the unpacked array
    bool array = false;  ///< unpacked, even if of one element
};

/// The location of a pin's value: elements `stride` bytes apart, each little-endian.
struct PinStorage {
    unsigned char* bytes = nullptr;
    int stride = 1;
};

/// Output of the device during an evaluation.
struct DeviceRemark {
    /// fatal: the model cannot go on; later calls of eval() do nothing. differs: of two models of
    /// one Verilog, which show different pins.
    enum class Kind { text, finish, stop, fatal, differs };
    Kind kind = Kind::text;
    std::string text;  ///< of $display and its kin; file:line of $finish, $stop, assertions
};

/// One instance of a verilated top.
class Device : public VerilatedModel {
public:
    /// By index in DeviceModel::pins(). Valid as long as the device.
    virtual PinStorage pin(int index) = 0;
    /// The remarks since the last call, in order.
    virtual std::vector<DeviceRemark> take_remarks() = 0;
};

/// A foreign router, as a plug-in provides it (flitscope_add_verilog_router). Header-only, so that
/// a plug-in needs no library.
class DeviceModel {
public:
    virtual ~DeviceModel() = default;
    virtual std::string name() const = 0;  ///< NAME of the CMake call
    virtual std::string top() const = 0;   ///< Verilog module
    /// Parameters of the top in which the variants of a plug-in differ, with the values of this
    /// one.
    virtual std::map<std::string, std::uint64_t> parameters() const { return {}; }
    virtual const std::vector<DevicePin>& pins() const = 0;
    virtual std::string description_file() const = 0;  ///< as given, for messages
    virtual std::string description_text() const = 0;  ///< YAML
    /// `instance`: its name in the network; `seed`: of the random values that registers have before
    /// reset. If there is a second model, all their bits are equal.
    virtual std::unique_ptr<Device> make_device(const std::string& instance,
                                                std::uint32_t seed) const = 0;
    /// The same Verilog, verilated in another way (CHECK of flitscope_add_verilog_router); null:
    /// there is no second model.
    virtual std::unique_ptr<Device> make_second(const std::string& /*instance*/,
                                                std::uint32_t /*seed*/) const {
        return nullptr;
    }
    /// There is a second model.
    virtual bool checked() const { return false; }
    /// Combinational loops in the Verilog, which Verilator may simulate wrongly.
    virtual std::vector<std::string> loops() const { return {}; }
    virtual std::unique_ptr<HeadCodec> make_codec() const = 0;
    /// Whether its devices can write dumps (TRACE of flitscope_add_verilog_router).
    virtual bool traced() const = 0;
};

}  // namespace flitscope::cosim
