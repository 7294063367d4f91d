#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "rtl_models/router/contract/digest.h"
#include "rtl_models/waves/wave_dump.h"
#include "testbenches/drive/run/simulation.h"

namespace flitscope::tb {

/// Throws ConfigError for queued outputs, whose messages are in no VC. `what`: what needs VCs,
/// "`trace` follows messages through VCs".
void refuse_queued_outputs(const ExperimentConfig& config, const std::string& what);

/// Cycles of a run; `to` is not one of them.
struct CycleWindow {
    rtl::Cycle from = 0;
    rtl::Cycle to = rtl::kNever;
};

/// What the traffic says of a message.
struct MessageFacts {
    rtl::Message message;  ///< without its header and bytes
    bool header = false;   ///< a multicast
    std::optional<OperationPart> part;
    std::optional<rtl::Cycle> delivered;  ///< edge; of a multicast: of the last copy
    std::optional<Loss> loss;
};

/// A message of a recorded run, with what was observed of it.
struct RecordedMessage : MessageFacts {
    std::vector<rtl::Event> events;
};

/// What a run left in memory.
struct RecordedRun {
    std::shared_ptr<const topo::Topology> topology;
    rtl::NetworkDescription description;  ///< topology, router and links
    std::map<rtl::MessageId, RecordedMessage> messages;
    rtl::MessageId generated = 0;  ///< all messages, those that are not kept included
    rtl::Cycle end = 0;            ///< nothing is known of this cycle and later ones
};

/// Which messages are kept: those under way in one of the windows, or one only.
struct RecordingChoice {
    std::vector<CycleWindow> windows = {{}};  ///< at least one; the run ends after the last one
    std::optional<rtl::MessageId> message;    ///< the run ends with its delivery
};

/// Simulates a checked configuration. Memory: that of the messages that are kept, and of those in
/// the network. `waves`: records this dump, too. Throws as make_network and simulate.
RecordedRun record_run(const ExperimentConfig& config, RecordingChoice choice,
                       Result* result = nullptr, waves::WaveDump* waves = nullptr);

/// What `simulation` returns, in a child process: SystemC has one simulation per process, and this
/// one is to have another. `folder`: for the waves of a violation. Throws RunFault.
std::string first_run(const std::string& folder, const std::function<std::string()>& simulation);

/// An answer of the child: what it found, and a list.
template <typename Head, typename Item>
struct FirstRunAnswer {
    static_assert(std::is_trivially_copyable_v<Head> && std::is_trivially_copyable_v<Item>);

    Head head{};
    std::vector<Item> list;

    std::string bytes() const {
        std::string text(reinterpret_cast<const char*>(&head), sizeof head);
        return text.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(Item));
    }
    static FirstRunAnswer from(const std::string& bytes) {
        FirstRunAnswer answer;
        std::memcpy(&answer.head, bytes.data(), sizeof answer.head);
        answer.list.resize((bytes.size() - sizeof answer.head) / sizeof(Item));
        if (!answer.list.empty()) {
            std::memcpy(answer.list.data(), bytes.data() + sizeof answer.head,
                        answer.list.size() * sizeof(Item));
        }
        return answer;
    }
};

/// Edge at which nothing more was known of a message.
rtl::Cycle end_of(const RecordedMessage& message, const RecordedRun& run);

}  // namespace flitscope::tb
