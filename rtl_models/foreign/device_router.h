#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/cosim/rtl_trace.h"
#include "rtl_models/foreign/device_ports.h"
#include "rtl_models/foreign/device_reset.h"
#include "rtl_models/foreign/device_violation.h"
#include "rtl_models/foreign/flit_coder.h"
#include "rtl_models/foreign/pin_history.h"
#include "rtl_models/foreign/resident_messages.h"

namespace flitscope::cosim {

/// One device at one node: its pins, converters and checks behind the wires of a Flitscope router.
/// Plain C++.
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

    /// On the wire in the cycle before `edge`, the next one to be simulated.
    void flit_arrives(int input, const rtl::Flit& flit, rtl::Cycle edge);
    void credits_arrive(int output, std::uint64_t vcs);
    void clock(rtl::Cycle cycle);

    /// The device's own dump. The pins of a cycle are those at its end; cycles in which the device
    /// sleeps are shown as one.
    RtlDump& dump() { return dump_; }

    const Departure& driven(int output) const { return ports_.output(output).driven; }
    std::uint64_t credits(int input) const { return ports_.input(input).credits; }

    /// Whether it may sleep: without arrivals, no edge would change anything.
    bool idle() const { return idle_; }
    /// Flits arrived minus credits returned; flits driven minus credits arrived.
    int occupancy(int input, int vc) const {
        return ports_.input(input).occupancy[static_cast<std::size_t>(vc)];
    }
    int outstanding(int output, int vc) const {
        return ports_.output(output).outstanding[static_cast<std::size_t>(vc)];
    }
    /// Flits arrived and not driven yet. A device may free a slot before the flit has left, or
    /// after.
    int flits_inside() const { return flits_inside_; }
    void append_waits(std::vector<rtl::VcWait>& waits) const;
    /// rtl::Network::suspense: cycles until it is known of the messages that could have moved, and
    /// did not, whether they are stuck; 0: there are none.
    rtl::Cycle suspense() const;

private:
    bool ready_first() const { return setup_->description.output_flow.valid_from_ready; }
    void drive_pins();
    void settle();
    void settle_inputs();
    void settle_outputs();
    void after_edge();
    void give_ready();
    void forward();
    bool sample(DeviceOutput& output, rtl::Cycle leaves);
    void drive_wires();
    void print_remarks();
    void see_whether_it_may_sleep();
    void look_for_stuck_messages();
    int cycles_between_looks() const;
    void warn_of_narrow_tag(const rtl::Flit& head, const MessageTag& tag, rtl::Cycle edge) const;
    std::string hint(ViolationKind kind) const;
    std::string loops_note(ViolationKind kind) const;
    /// Runs `step`; a ViolationCause becomes a DeviceViolation.
    template <typename Step>
    void guarded(Step step);

    std::shared_ptr<const DeviceSetup> setup_;
    std::string instance_;
    std::unique_ptr<HeadCodec> codec_;
    std::unique_ptr<Device> device_;
    DevicePorts ports_;
    std::shared_ptr<PinHistory> history_;
    DeviceReset reset_;
    RtlDump dump_;
    Print print_;
    int printed_ = 0;  ///< lines
    FlitCoder coder_;
    ResidentMessages messages_;
    rtl::PinBits idle_pin_;
    int quiet_cycles_ = 0;
    bool idle_ = false;
    rtl::Cycle cycle_ = -1;
    int flits_inside_ = 0;
    bool anything_came_out_ = false;
};

}  // namespace flitscope::cosim
