#pragma once

#include <cstdint>
#include <memory>

#include "rtl_models/foreign/device_violation.h"
#include "rtl_models/router/flit.h"

namespace flitscope::cosim {

/// How the device signals room to its upstream neighbour. The same on all ports of a direction.
enum class FlowControlKind { credit, ready_valid, on_off };
/// The form of the credit pins in a cycle.
enum class CreditStyle {
    pulse,  ///< a bit per VC: one slot was freed
    count,  ///< a number per VC: so many slots were freed
    id      ///< a valid bit (lowest) and above it a binary VC number: one slot was freed
};

/// The scope of a ready bit.
enum class ReadyScope {
    port,      ///< the flit that is shown stays until it is taken
    vc,        ///< a bit per VC
    presented  ///< one bit, for the VC of the flit that is shown; another VC may be shown after it
};

struct FlowControlParameters {
    FlowControlKind kind = FlowControlKind::credit;
    // credit
    int initial = 0;  ///< credits per VC that the sender starts with, >= 1
    CreditStyle style = CreditStyle::pulse;
    int count_bits = 1;  ///< CreditStyle::count: bits per VC, 1..8
    // ready_valid
    ReadyScope per = ReadyScope::port;
    // ready_valid, on_off: inputs
    bool ready_from_valid =
        false;  ///< ready depends combinationally on valid: look before the edge
    // ready_valid, on_off: outputs
    bool valid_from_ready = false;  ///< valid waits for ready (on), of this cycle or the one before
    // on_off
    int off_below = 1;  ///< outputs: the signal goes off when fewer slots than this are free, >= 1
    int on_above = 1;   ///< ... and on again when more than this are, >= off_below - 1
    int slots = 4;      ///< outputs: slots per VC that the thresholds are about, >= on_above + 1
    bool off_is_high = false;  ///< the pin says "off" instead of "on"

    /// Of credits, but for CreditStyle::id.
    int bits_per_vc() const { return style == CreditStyle::count ? count_bits : 1; }
};

/// The value of the credit pins, 0 if there is none: the VC number of CreditStyle::id counts while
/// its valid bit is set.
inline std::uint64_t credits_on(const FlowControlParameters& parameters, std::uint64_t back) {
    const bool number_alone = parameters.style == CreditStyle::id && (back & 1) == 0;
    return parameters.kind != FlowControlKind::credit || number_alone ? 0 : back;
}

/// Room on the network side of a port.
struct FlowControlPort {
    int vcs = 1;
    int credits = 0;  ///< per VC: buffer_flits; or rtl::kUnbounded
};

/// Network -> device at one input port: Flitscope's credits upstream, the device's rules
/// downstream.
///
/// Per cycle t that is worked off, in this order:
///   1. arrive(flit)   the flit that was on the network wire in cycle t-1, if any
///   2. offer()        what is on the device's input pins before edge t
///   3. settle(back)   the device's return pins, evaluated with that on its inputs
///   4. clock edge t
///   5. clocked(back)  the device's return pins after the edge
///   6. credits()      onto the network's credit wire in cycle t
/// A flit that arrives while nothing waits and the device has room is offered at once: 0 cycles.
/// `back`: the slice of the port, lowest bit first; VC v is bit v (CreditStyle::count: bits
/// v*count_bits...). Returned values stay valid until the next call of a non-const member.
/// Errors: ViolationCause.
class InputFlowControl {
public:
    virtual ~InputFlowControl() = default;
    virtual void arrive(const rtl::Flit& flit) = 0;
    /// nullptr: valid is low. flit.vc: VC at the device.
    virtual const rtl::Flit* offer() = 0;
    /// True: the device takes the offered flit at the coming edge. Called every cycle, whether a
    /// flit is offered or not.
    virtual bool settle(std::uint64_t back) = 0;
    virtual void clocked(std::uint64_t back) = 0;
    /// Bit v: a credit of VC v; at most as many in all as flits arrived.
    virtual std::uint64_t credits() = 0;
    /// No flit waits and no credit is to be returned: nothing would happen without an arrival or
    /// the device.
    virtual bool idle() const = 0;
};

/// Device -> network at one output port: the device's rules upstream, Flitscope's credits
/// downstream.
///
/// Per cycle t, in this order:
///   1. credit(vcs)    credits that were on the network wire in cycle t-1
///   2. forward()      the pins to the device before edge t (credits, ready, on): what it knows in
///                     cycle t-1. Ready-valid: what take() answered for cycle t-1
///   3. clock edge t
///   4. take(vc)       the device shows a flit on this VC in cycle t; true: it is transferred in
///                     this cycle
///   5. push(flit)     right after take() returned true: the flit, identified
///   6. drive()        onto the network wire in cycle t
/// With FlowControlParameters::valid_from_ready forward() comes between 3 and 4: ready (on) of
/// cycle t is known at its begin, and the device answers with valid in the same cycle. A flit that
/// shows only with the inputs of cycle t is taken before edge t+1, and is driven in cycle t+1. A
/// flit that is pushed while nothing waits and the network has a credit is driven at once: 0
/// cycles. Errors: ViolationCause.
class OutputFlowControl {
public:
    virtual ~OutputFlowControl() = default;
    virtual void credit(std::uint64_t vcs) = 0;
    virtual std::uint64_t forward() = 0;
    virtual bool take(int vc) = 0;
    virtual void push(const rtl::Flit& flit) = 0;
    /// nullptr: nothing.
    virtual const rtl::Flit* drive() = 0;
    /// Whether nothing would happen without the device or a credit.
    virtual bool idle() const = 0;
};

std::unique_ptr<InputFlowControl> make_input_flow_control(const FlowControlParameters& parameters,
                                                          const FlowControlPort& port);
std::unique_ptr<OutputFlowControl> make_output_flow_control(const FlowControlParameters& parameters,
                                                            const FlowControlPort& port);

}  // namespace flitscope::cosim
