#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbenches/drive/measurement/loss.h"
#include "testbenches/program/trace_command/message_way.h"

namespace flitscope::tb {

enum class MessageStatus {
    delivered,
    under_way,  ///< in the network when the run ended
    queued,     ///< in its source queue, or in front of it
    lost
};

/// One line of the table: `step` was done in `cycle`, after `waited` cycles in which it could have
/// been done had the way been free (absent: nothing to wait for).
struct MessageStep {
    rtl::Cycle cycle = 0;
    topo::NodeId router = 0;
    std::string port;  ///< scope in the dump, "input_2"; "" for the node
    int vc = -1;
    const char* step = "";
    std::optional<rtl::Cycle> waited;
    std::string note;
};

/// What `flitscope trace` says of a message.
class MessageReport {
public:
    /// `end`: edge before which the run ended. `loss`: of one that was lost.
    MessageReport(const rtl::Message& message, MessageWay way, MessageStatus status, rtl::Cycle end,
                  const Loss& loss, const rtl::NetworkDescription& description);

    const MessageWay& way() const { return way_; }
    const std::vector<MessageStep>& steps() const { return steps_; }
    /// Edge at which nothing more happens to it.
    rtl::Cycle ended_at() const {
        return way_.delivered                   ? *way_.delivered + 1
               : status_ == MessageStatus::lost ? loss_.edge + 1
                                                : end_;
    }
    std::string summary() const;
    nlohmann::ordered_json to_json() const;

private:
    struct Waits {
        rtl::Cycle source_queue = 0;  ///< from joining the queue to the (last) start
        rtl::Cycle front = 0;  ///< behind another message, or for the tail (store-and-forward)
        rtl::Cycle vc = 0;     ///< for an output VC
        rtl::Cycle head = 0;   ///< for the switch: a credit, the link, or another input's turn
        rtl::Cycle flits = 0;  ///< of the flits behind the head, at the last router
    };

    void add_visit(const RouterVisit& visit);
    void add(rtl::Cycle cycle, const RouterVisit& visit, bool output, const char* step,
             std::optional<rtl::Cycle> waited, const std::string& note = {});
    int cycles_per_flit(const RouterVisit& visit) const;
    std::string ended(const RouterVisit& visit) const;
    std::string cause_of_loss() const;
    std::string headline() const;

    rtl::Message message_;
    MessageWay way_;
    MessageStatus status_;
    rtl::Cycle end_;
    Loss loss_;
    const rtl::NetworkDescription* description_;
    std::vector<MessageStep> steps_;
    Waits waits_;
};

}  // namespace flitscope::tb
