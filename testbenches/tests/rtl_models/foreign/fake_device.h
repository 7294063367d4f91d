#pragma once

#include <map>
#include <vector>

#include "rtl_models/foreign/device_model.h"

namespace flitscope::cosim {

/// Pins without a model behind them, for tests of what writes and reads pins.
class FakeDevice final : public Device {
public:
    explicit FakeDevice(const std::vector<DevicePin>& pins) {
        for (const DevicePin& pin : pins) {
            stride_.push_back((pin.width + 31) / 32 * 4);
            bytes_.emplace_back(static_cast<std::size_t>(stride_.back() * pin.elements));
        }
    }
    PinStorage pin(int index) override {
        const auto at = static_cast<std::size_t>(index);
        return {bytes_[at].data(), stride_[at]};
    }
    void eval() override {}
    std::vector<DeviceRemark> take_remarks() override { return {}; }
    void open_trace(const std::string& /*file*/) override {}
    void write_trace(std::uint64_t /*picoseconds*/) override {}
    void close_trace() override {}

private:
    std::vector<int> stride_;
    std::vector<std::vector<unsigned char>> bytes_;
};

}  // namespace flitscope::cosim
