#pragma once

#include <memory>
#include <string>

#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/program/trace_command/message_report.h"

namespace flitscope::tb {

/// Finds the way of one message: simulates, in a child process, until it is delivered or the run of
/// this configuration is over. `waves` of the configuration do not matter.
class MessageTrace {
public:
    /// `folder`: for what a device under test leaves when it breaks the rules. Throws
    /// UnknownMessage when no such message joins before the run is over, and RunFault.
    MessageTrace(const ExperimentConfig& config, rtl::MessageId message, const std::string& folder);

    const MessageReport& report() const { return *report_; }
    /// Simulates again, in this process, with a dump of the routers that the message came to, from
    /// the cycle in which it did to its delivery: `dump` (.vcd or .fst), and next to it the view of
    /// the signals that it used. Routers at level fast are at level signal for this. Returns the
    /// view's path. The message came to a router.
    std::string record(const std::string& dump) const;

private:
    ExperimentConfig config_;
    rtl::MessageId message_;
    RecordedRun run_;
    std::unique_ptr<MessageReport> report_;
};

class UnknownMessage : public std::runtime_error {
public:
    explicit UnknownMessage(const std::string& what) : std::runtime_error(what) {}
};

}  // namespace flitscope::tb
