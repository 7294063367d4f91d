#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/program/trace_command/blockers.h"

namespace flitscope::tb {

/// Which messages are looked at.
struct MessageChoice {
    std::optional<std::string> type;   ///< of kMessageTypes; none: all
    std::optional<int> message_class;  ///< none: all
};

/// unicast, broadcast, multicast, collective: a message by the operation that it is a part of.
extern const std::vector<std::string> kMessageTypes;
const std::string& type_of(const std::optional<OperationPart>& part);

/// The delivered messages of a run that took longest, where they waited, and who blocked them.
///
/// Simulates twice: in a child process to learn which they are, and then as far as the last of them
/// with everything kept in memory that was under way together with them.
class SlowestMessages {
public:
    /// `count` >= 1; `folder`: as MessageTrace. Throws RunFault; rtl::Violation cannot come.
    SlowestMessages(const ExperimentConfig& config, std::size_t count, const MessageChoice& choice,
                    const std::string& folder);

    std::string summary() const;
    nlohmann::ordered_json to_json() const;

private:
    std::string line_of(const RecordedMessage& message) const;
    std::string wait_of(rtl::MessageId message, const MessageStep& step) const;
    nlohmann::ordered_json json_of(const RecordedMessage& message) const;

    std::vector<rtl::MessageId> slowest_;  ///< the slowest is the first
    std::uint64_t delivered_ = 0;          ///< messages of the choice, in the whole run
    RecordedRun run_;
    std::unique_ptr<Blockers> blockers_;
};

}  // namespace flitscope::tb
