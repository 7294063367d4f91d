#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/foreign/device_setup.h"
#include "rtl_models/foreign/flow_control/flow_control.h"
#include "rtl_models/foreign/resident_messages.h"

namespace flitscope::cosim {

/// The common part of inputs and outputs.
struct BoundPort {
    int number = 0;
    int network_port = -1;  ///< the same number; -1: the local port
    std::string name;       ///< "input 2 (device port 1)"
    PortPins pins;
};

struct DeviceInput : BoundPort {
    DeviceInput(BoundPort port, std::size_t vcs) : BoundPort(std::move(port)), occupancy(vcs) {}

    std::unique_ptr<InputFlowControl> flow;  ///< null: not connected
    std::uint64_t credits = 0;
    std::uint64_t back = 0;  ///< return pins after the last edge
    std::vector<int> occupancy;

    /// After an edge, or the reset: reads its return pins.
    void clocked();
};

struct DeviceOutput : BoundPort {
    DeviceOutput(BoundPort port, std::size_t vcs)
        : BoundPort(std::move(port)), outstanding(vcs), on_the_way(vcs) {}

    std::unique_ptr<OutputFlowControl> flow;  ///< null: not connected
    Departure driven;                         ///< kind none: nothing
    bool shown = false;                       ///< valid after the last edge
    bool taken = false;                       ///< ... and its flit was taken in this cycle
    std::vector<int> outstanding;
    std::vector<std::deque<Departure>> on_the_way;  ///< by VC: taken from the device, not driven
};

/// The ports of one device: pins and converters, by Flitscope's port (docs/router.md, section 2).
class DevicePorts {
public:
    /// `connected`: by network port. Both outlive it.
    DevicePorts(const DeviceSetup& setup, Device& device, const std::vector<bool>& connected);

    const rtl::PortLayout& layout() const { return layout_; }
    std::vector<DeviceInput>& inputs() { return inputs_; }
    std::vector<DeviceOutput>& outputs() { return outputs_; }
    DeviceInput& input(int port) { return inputs_[static_cast<std::size_t>(port)]; }
    DeviceOutput& output(int port) { return outputs_[static_cast<std::size_t>(port)]; }
    const DeviceInput& input(int port) const { return inputs_[static_cast<std::size_t>(port)]; }
    const DeviceOutput& output(int port) const { return outputs_[static_cast<std::size_t>(port)]; }

    /// Whether the network has room at an output.
    bool has_credit(int output, int vc) const;
    /// Whether the wires and the converters are empty.
    bool quiet() const;

private:
    BoundPort bound(const DeviceSetup& setup, const PinBinder& binder, int port, bool input) const;
    void add_output(const DeviceSetup& setup, BoundPort port, bool connected);

    rtl::PortLayout layout_;
    int buffer_flits_;
    std::vector<DeviceInput> inputs_;
    std::vector<DeviceOutput> outputs_;
};

}  // namespace flitscope::cosim
