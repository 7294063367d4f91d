#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "rtl_models/router/contract/violation.h"

namespace flitscope::cosim {

/// A rule that a foreign router violated (docs/cosimulation.md lists causes).
enum class ViolationKind {
    wrong_turn,           ///< left by an output that the routing function does not allow
    wrong_vc,             ///< on a VC that does not exist or that its class may not use
    unknown_flit,         ///< no message inside the device accounts for it
    length_mismatch,      ///< tail or length not as the message has it
    lost_flit,            ///< a later flit of the message came first
    duplicated_flit,      ///< came out before
    interleaved,          ///< between head and tail of another message on the same VC
    credit_overflow,      ///< more credits returned than flits sent
    sent_without_credit,  ///< no room downstream
    handshake,            ///< the flow control's own rules: valid taken back, ...
    unconnected_port,     ///< flit or credit where the topology has no link
    unstable_output,      ///< described as registered, but changed within the cycle
    active_after_reset,   ///< flits, credits with nothing sent
    too_fast,             ///< fewer cycles than `router.pipeline` says
    wrong_data,           ///< a flit carries other bytes than it came with
    no_progress,          ///< holds a message that could leave, and nothing happens
    finished,             ///< $finish
    stopped,              ///< $stop, $error, $fatal, a failed assertion
    models_differ         ///< not the device's: its two models show different pins
};
/// "wrong turn", ...
const char* violation_name(ViolationKind kind);

/// A violation as the unit that finds it reports it, without instance and cycle.
class ViolationCause : public std::runtime_error {
public:
    /// `port`: its name; "": the unit does not know it, or the device as a whole.
    ViolationCause(ViolationKind kind, const std::string& what, std::string port = {})
        : std::runtime_error(what), kind_(kind), port_(std::move(port)) {}
    ViolationKind kind() const { return kind_; }
    const std::string& port() const { return port_; }

private:
    ViolationKind kind_;
    std::string port_;
};

/// Runs `step`, whose causes are of this port.
template <typename Step>
void at_port(const std::string& port, Step step) {
    try {
        step();
    } catch (const ViolationCause& cause) {
        throw ViolationCause(cause.kind(), cause.what(), port);
    }
}

/// A violation of a device under test. what() has the kind, too.
class DeviceViolation : public rtl::Violation {
public:
    /// `instance`: "router_5". `hint`: what the cause may come from. `waves`: the pins of the last
    /// cycles. `note`: of the report.
    DeviceViolation(const ViolationCause& cause, const std::string& instance, rtl::Cycle cycle,
                    const std::string& hint, std::shared_ptr<const rtl::ViolationWaves> waves,
                    std::string note);

    ViolationKind kind() const { return kind_; }

private:
    ViolationKind kind_;
};

}  // namespace flitscope::cosim
