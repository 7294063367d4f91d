#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbenches/drive/run/simulation.h"
#include "testbenches/program/trace_command/message_way.h"

namespace flitscope::tb {

enum class MessageStatus {
    delivered,
    under_way,  ///< in the network when the run ended
    queued,     ///< in its source queue, or in front of it
    lost
};

const char* name_of(MessageStatus status);  ///< "under way"

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
    const char* branch = nullptr;  ///< of a multicast, at an output: "absorb" or "forward"
    int visit = -1;                ///< in MessageWay::visits; -1: of no router
    int exit = -1;                 ///< in RouterVisit::branches; -1: at an input
};

/// What `flitscope trace` says of a message.
class MessageReport {
public:
    /// Both outlive it.
    MessageReport(const RecordedMessage& message, const RecordedRun& run);

    const MessageWay& way() const { return way_; }
    MessageStatus status() const { return status_; }
    const std::vector<MessageStep>& steps() const { return steps_; }
    /// Steps that were not done when the run ended, or the message was lost: in that cycle, after
    /// as many cycles of waiting.
    const std::vector<MessageStep>& open_steps() const { return open_steps_; }
    /// Edge at which nothing more happens to it.
    rtl::Cycle ended_at() const;
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

    /// Of a node at this router.
    void add_at_node(rtl::Cycle cycle, topo::RouterId router, const char* step, std::string note);
    void add_visit(const RouterVisit& visit);
    void add_branch(const RouterVisit& visit, const Branch& branch, rtl::Cycle earliest,
                    Waits& waits);
    void add_tail(const RouterVisit& visit, const Branch& branch, Waits& waits);
    void add_input(const RouterVisit& visit);
    void add(rtl::Cycle cycle, const RouterVisit& visit, const Branch& branch, const char* step,
             rtl::Cycle waited, std::string note = {});
    MessageStep step_of(const RouterVisit& visit, const Branch& branch, const char* step) const;
    void add_to_note(const std::string& text);
    void leave_open(MessageStep step, rtl::Cycle earliest);
    bool absorbs(const RouterVisit& visit, const Branch& branch) const;
    int cycles_per_flit(const RouterVisit& visit, const Branch& branch) const;
    std::string ended(const RouterVisit& visit) const;
    std::string cause_of_loss() const;
    std::string headline() const;

    const RecordedMessage* recorded_;
    const RecordedRun* run_;
    MessageWay way_;
    MessageStatus status_;
    std::vector<MessageStep> steps_;
    std::vector<MessageStep> open_steps_;
    Waits along_;  ///< of the head, up to the router that is looked at
    Waits waits_;  ///< to the end; of a multicast to the copy that is delivered last
    topo::NodeId last_copy_ = topo::kNoNode;  ///< node of that copy
    rtl::Cycle last_edge_ = 0;                ///< of its delivery
};

}  // namespace flitscope::tb
