#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/foreign/device_setup.h"
#include "rtl_models/foreign/flit_coder.h"
#include "rtl_models/foreign/pin_history.h"
#include "rtl_models/foreign/resident_messages.h"

namespace flitscope::cosim {

/// One device at one node: its pins, converters and checks behind the wires of a router of
/// Flitscope. Plain C++.
///
/// Timing  clock(t) is edge t: it takes what arrived (the wires of cycle t-1) and gives the wires
///         of cycle t. The device is reset in the constructor, before edge 0.
/// Ports   Flitscope's (docs/router.md, section 2).
/// Errors  DeviceViolation, with the pins of the last cycles.
class DeviceRouter {
public:
    using Print = std::function<void(const std::string& line)>;

    /// `connected`: by network port. `print`: what the device displays, one line at a time, with
    /// instance and cycle. The setup is kept.
    DeviceRouter(std::shared_ptr<const DeviceSetup> setup, topo::NodeId node, std::string instance,
                 const std::vector<bool>& connected, Print print);
    ~DeviceRouter();

    /// On the wire in the cycle before `edge`, the next one that is worked off.
    void flit_arrives(int input, const rtl::Flit& flit, rtl::Cycle edge);
    void credits_arrive(int output, std::uint64_t vcs);
    void clock(rtl::Cycle cycle);

    /// Writes a dump of the device's own, of the cycles from..to-1, to `file`; the model must be
    /// traced. Before edge 0. Cycle t is the nanosecond from t on, with its clock edge at the begin
    /// if there was one and the pins as they are at its end; cycles that are slept through show as
    /// one.
    void open_trace(const std::string& file, rtl::Cycle from, rtl::Cycle to);
    /// Completes it.
    void close_trace();

    /// A flit on the wire, and the input VC it had come in by.
    struct Driven {
        rtl::Flit flit;  ///< kind none: nothing
        int input = 0;
        int input_vc = 0;
    };
    const Driven& driven(int output) const { return outputs_[to_size(output)].driven; }
    std::uint64_t credits(int input) const { return inputs_[to_size(input)].credits; }

    /// Without arrivals, no edge would change anything: it may sleep.
    bool idle() const { return idle_; }
    /// Flits arrived minus credits returned; flits driven minus credits arrived.
    int occupancy(int input, int vc) const {
        return inputs_[to_size(input)].occupancy[to_size(vc)];
    }
    int outstanding(int output, int vc) const {
        return outputs_[to_size(output)].outstanding[to_size(vc)];
    }
    /// Flits arrived and not driven yet. A device may free a slot before the flit has left, or
    /// after.
    int flits_inside() const { return flits_inside_; }
    void append_waits(std::vector<rtl::VcWait>& waits) const;

private:
    struct Input {
        int device_port = -1;
        PortPins pins;
        std::unique_ptr<InputFlowControl> flow;  ///< null: not connected
        std::uint64_t credits = 0;
        std::uint64_t back = 0;  ///< return pins after the last edge
        std::vector<int> occupancy;
    };
    struct Output {
        int device_port = -1;
        PortPins pins;
        std::unique_ptr<OutputFlowControl> flow;  ///< null: not connected
        Driven driven;
        bool shown = false;  ///< valid after the last edge
        std::vector<int> outstanding;
        std::vector<std::deque<Driven>> on_the_way;  ///< by VC: taken from the device, not driven
    };

    static std::size_t to_size(int number) { return static_cast<std::size_t>(number); }
    int network_port(int port) const { return port < layout_.network ? port : -1; }
    bool credit_inputs() const {
        return setup_->description.input_flow.kind == FlowControlKind::credit;
    }
    bool late_outputs() const { return setup_->description.output_flow.valid_from_ready; }
    void bind(const std::vector<bool>& connected);
    void reset();
    void set_constants();
    void edge();
    void drive_pins();
    void settle();
    void after_edge();
    void sample(Output& output, int port);
    void drive_wires();
    void hear();
    void watch();
    void trace_sleep();
    void trace_cycle(rtl::Cycle cycle);
    bool nothing_moves() const;
    bool has_credit(int output, int vc) const;
    std::string input_name(int port) const;
    std::string output_name(int port) const;
    /// Runs `step`; a ViolationCause becomes a DeviceViolation at `port`.
    template <typename Step>
    void guarded(const std::string& port, Step step);
    [[noreturn]] void violation(ViolationKind kind, const std::string& port,
                                const std::string& details);

    std::shared_ptr<const DeviceSetup> setup_;
    topo::NodeId node_;
    std::string instance_;
    Print print_;
    rtl::PortLayout layout_;
    std::unique_ptr<HeadCodec> codec_;
    std::unique_ptr<Device> device_;
    FlitCoder coder_;
    ResidentMessages messages_;
    std::shared_ptr<PinHistory> history_;
    PinBits clock_;
    PinBits reset_;
    PinBits idle_pin_;
    std::vector<Input> inputs_;    ///< by input port
    std::vector<Output> outputs_;  ///< by output port
    rtl::Cycle cycle_ = -1;
    rtl::Cycle clocked_in_ = -1;  ///< the last cycle that began with a clock edge
    bool tracing_ = false;
    bool trace_begun_ = false;  ///< the values at the begin of the window are in it
    rtl::Cycle trace_from_ = 0;
    rtl::Cycle trace_to_ = 0;
    int quiet_cycles_ = 0;
    int lines_ = 0;  ///< printed so far
    int flits_inside_ = 0;
    bool idle_ = false;
};

}  // namespace flitscope::cosim
