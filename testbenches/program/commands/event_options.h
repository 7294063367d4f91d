#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "rtl_models/waves/event_log.h"
#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

/// The message that an option names. Throws UsageError for a text that is not a message number.
std::uint32_t message_number(const std::string& option, const std::string& text);

/// The options of `run` for the event log: its file, and which lines it keeps.
class EventOptions {
public:
    void declare(CLI::App& app);
    /// "": no log.
    const std::string& file() const { return file_; }
    /// Throws UsageError for values that are malformed or not in the network, and for a filter
    /// without a log.
    waves::EventFilter filter(const ExperimentConfig& config) const;

private:
    std::string file_;
    std::optional<std::string> routers_;
    std::optional<std::string> window_;
    std::optional<std::string> message_;
};

}  // namespace flitscope::tb
