#pragma once

#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <vector>

#include "testbenches/drive/traffic/message_source.h"
#include "testbenches/drive/traffic/traffic_source.h"

namespace flitscope::tb {

/// Requests that cause replies: a closed loop (`pattern: request_reply`).
///
/// Requests arrive as the arrival process says, at any other node alike. A node with as many
/// unanswered requests as it may have holds further ones back until a reply is delivered; a request
/// is generated when it may go. The node that a request was delivered to generates the reply
/// `service_cycles` later. Each joins after a start-up. Of what a node sends at one edge replies
/// come first.
class RequestReplySource final : public TrafficSource {
public:
    static constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();
    struct Parameters {
        std::uint32_t request_length = 1;     ///< flits
        std::uint32_t reply_length = 5;       ///< flits
        rtl::Cycle service_cycles = 0;        ///< from the delivery until the reply is generated
        std::int64_t outstanding = kNoLimit;  ///< per node
        int reply_class = 1;                  ///< message class; of requests 0
        rtl::Cycle startup = 0;  ///< from the generation to the edge at which a message joins
    };

    /// `requests`: when they are generated, from where, where to.
    RequestReplySource(std::unique_ptr<TrafficSource> requests, topo::NodeId nodes,
                       const Parameters& parameters);

    rtl::Cycle next_edge() const override;
    const std::vector<rtl::Message>& messages_at(rtl::Cycle edge) override;
    std::optional<FinishedOperation> delivered(const rtl::Delivery& delivery) override;
    void lost(const rtl::Message& message, rtl::Cycle next) override;
    void record() override { recorded_ = true; }
    void describe(std::vector<TraceRow>& rows) override;

private:
    static constexpr rtl::MessageId kNone = std::numeric_limits<rtl::MessageId>::max();

    struct Node {
        std::int64_t unanswered = 0;
        std::uint32_t sequence = 0;
        std::deque<rtl::Message> held_back;
        std::int64_t first = 0;             ///< requests that needed no reply to go, so far
        std::deque<rtl::MessageId> may_go;  ///< replies that let a further one go each, or kNone;
                                            ///< where the run is recorded
    };
    using Reply = std::tuple<rtl::Cycle, topo::NodeId, rtl::MessageId, topo::NodeId>;
    /// A message that is generated and has not joined, and what it reacts to.
    struct Starting {
        rtl::Message message;
        bool request = false;
        rtl::MessageId after = kNone;
        rtl::Cycle earliest = 0;  ///< of a request, generated with no regard to others
    };

    Node& node(topo::NodeId id) { return nodes_[static_cast<std::size_t>(id)]; }
    void answered(topo::NodeId requester, rtl::MessageId reply, rtl::Cycle edge);
    void generate_at(rtl::Cycle edge);
    Starting next_request(Node& sender, rtl::Cycle edge);

    std::unique_ptr<TrafficSource> requests_;
    Parameters parameters_;
    std::vector<Node> nodes_;
    std::set<topo::NodeId> free_;  ///< may send what they held back, at free_edge_
    rtl::Cycle free_edge_ = rtl::kNever;
    std::set<rtl::MessageId> under_way_;  ///< requests
    /// Edge, node, request, requester.
    std::priority_queue<Reply, std::vector<Reply>, std::greater<>> replies_;
    std::deque<Starting> starting_;  ///< by (edge, node)
    std::vector<rtl::Message> joining_;
    std::vector<Starting> joined_;  ///< those of joining_, where the run is recorded
    bool recorded_ = false;
    rtl::MessageId next_id_ = 0;
};

}  // namespace flitscope::tb
