#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rtl_models/foreign/device_model.h"

namespace flitscope::cosim {

/// A device with a second model of the same Verilog (DeviceModel::make_second): both get the same
/// inputs, and after every evaluation both must show the same outputs. The first pin that differs
/// is a remark; so is, from then on, a model that does not settle. The pins and all other remarks
/// are those of the first model.
class CheckedDevice final : public Device {
public:
    /// `pins`: of both, which are kept.
    CheckedDevice(const std::vector<DevicePin>& pins, std::unique_ptr<Device> first,
                  std::unique_ptr<Device> second);

    PinStorage pin(int index) override { return first_->pin(index); }
    void eval() override;
    std::vector<DeviceRemark> take_remarks() override;
    void open_trace(const std::string& file) override { first_->open_trace(file); }
    void write_trace(std::uint64_t picoseconds) override { first_->write_trace(picoseconds); }
    void close_trace() override { first_->close_trace(); }

private:
    /// The bytes that a pin has in both models.
    struct Pair {
        const DevicePin* pin;
        PinStorage first;
        PinStorage second;
        std::size_t bytes() const { return static_cast<std::size_t>(first.stride * pin->elements); }
    };
    std::string difference() const;

    std::unique_ptr<Device> first_;
    std::unique_ptr<Device> second_;
    std::vector<Pair> inputs_;
    std::vector<Pair> outputs_;
    std::vector<DeviceRemark> remarks_;
    bool ended_ = false;  ///< one of them cannot go on
    std::string end_;     ///< which; empty: neither can
};

/// A device of `model`, checked if there is a second model. `model` outlives it.
std::unique_ptr<Device> make_checked_device(const DeviceModel& model, const std::string& instance,
                                            std::uint32_t seed);

}  // namespace flitscope::cosim
