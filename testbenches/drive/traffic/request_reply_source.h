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
/// is generated when it joins. The node that a request was delivered to replies `service_cycles`
/// later. Of what a node sends at one edge replies come first.
class RequestReplySource final : public TrafficSource {
public:
    struct Parameters {
        std::uint32_t request_length = 1;  ///< flits
        std::uint32_t reply_length = 5;    ///< flits
        rtl::Cycle service_cycles = 0;  ///< from the delivery to the edge at which the reply joins
        std::int64_t outstanding = std::numeric_limits<std::int64_t>::max();  ///< per node
        int reply_class = 1;  ///< message class; of requests 0
    };

    /// `requests`: when, from where, where to.
    RequestReplySource(std::unique_ptr<TrafficSource> requests, topo::NodeId nodes,
                       const Parameters& parameters);

    rtl::Cycle next_edge() const override;
    const std::vector<rtl::Message>& messages_at(rtl::Cycle edge) override;
    std::optional<FinishedOperation> delivered(const rtl::Delivery& delivery) override;
    void lost(const rtl::Message& message, rtl::Cycle next) override;

private:
    struct Node {
        std::int64_t unanswered = 0;
        std::uint32_t sequence = 0;
        std::deque<rtl::Message> held_back;
    };
    using Reply = std::tuple<rtl::Cycle, topo::NodeId, rtl::MessageId, topo::NodeId>;

    Node& node(topo::NodeId id) { return nodes_[static_cast<std::size_t>(id)]; }
    void answered(topo::NodeId requester, rtl::Cycle edge);
    void join(rtl::Message message, rtl::Cycle edge);

    std::unique_ptr<TrafficSource> requests_;
    Parameters parameters_;
    std::vector<Node> nodes_;
    std::set<topo::NodeId> free_;  ///< may send what they held back, at free_edge_
    rtl::Cycle free_edge_ = rtl::kNever;
    std::set<rtl::MessageId> under_way_;  ///< requests
    /// Edge, node, request, requester.
    std::priority_queue<Reply, std::vector<Reply>, std::greater<>> replies_;
    std::vector<rtl::Message> joining_;
    rtl::MessageId next_id_ = 0;
};

}  // namespace flitscope::tb
