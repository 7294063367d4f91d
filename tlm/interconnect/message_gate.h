#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <queue>
#include <tuple>
#include <vector>

#include "tlm/interconnect/network_stepper.h"

namespace flitscope::tl {

/// A message on its way into the network. `ticket`: identifies it for the listener.
struct OutgoingMessage {
    topo::NodeId source = 0;
    topo::NodeId destination = 0;
    std::uint32_t length = 1;  ///< flits
    int message_class = 0;
    std::uint32_t ticket = 0;
    std::uint64_t rank = 0;               ///< orders the messages of one node, edge and class
    const rtl::Header* header = nullptr;  ///< of a multicast, until its last copy is delivered
    rtl::MessageBytes bytes{};            ///< behind the head; none: of its own stream
};

/// Is told of the progress of messages. Both are called half a cycle before their edge.
class MessageListener {
public:
    virtual ~MessageListener() = default;
    /// The message joined its source queue at `edge`.
    virtual void accepted(std::uint32_t ticket, rtl::Cycle edge) = 0;
    /// For a multicast, called for every copy.
    virtual void delivered(std::uint32_t ticket, const rtl::Delivery& delivery) = 0;
};

/// Between the sockets and the network: messages wait here for the edge from which they count, and
/// for room in bounded source queues.
///
/// Messages of one edge join in ascending order of nodes, those of one node in ascending order of
/// class and rank, then in the order of send(). (The kernel does not say which of two threads that
/// wake at the same time comes first, and it may differ from level to level.) If the queue of a
/// node's next message is full, all messages of that node wait and try again at every edge.
class MessageGate final : public rtl::NetworkClient {
public:
    /// `queue_limit`: messages per source queue, or rtl::kUnbounded. Use it only as a member of a
    /// module, because it creates the stepper.
    MessageGate(rtl::Network& network, MessageListener& listener, int queue_limit);

    /// The message should join at `edge`, the first one after now or a later one.
    void send(rtl::Cycle edge, const OutgoingMessage& message);
    bool bounded() const { return queue_limit_ != rtl::kUnbounded; }

    rtl::Cycle next_edge() const override;
    bool at_edge(rtl::Cycle edge, rtl::Network& network) override;
    void delivered(const rtl::Delivery& delivery) override;

private:
    struct Waiting {
        rtl::Cycle edge;
        std::uint64_t order;  ///< of send()
        OutgoingMessage message;
    };
    struct UnderWay {
        std::uint32_t ticket;
        rtl::MessageBytes bytes;
        bool done = false;
    };
    struct Later {
        bool operator()(const Waiting& a, const Waiting& b) const {
            const OutgoingMessage& first = a.message;
            const OutgoingMessage& second = b.message;
            return std::tie(a.edge, first.source, first.message_class, first.rank, a.order) >
                   std::tie(b.edge, second.source, second.message_class, second.rank, b.order);
        }
    };

    bool offer(const OutgoingMessage& message, rtl::Cycle edge, rtl::Network& network);

    MessageListener& listener_;
    int queue_limit_;
    std::priority_queue<Waiting, std::vector<Waiting>, Later> future_;
    std::vector<Waiting> blocked_;  ///< by node, then as they came
    std::vector<Waiting> due_;
    rtl::Cycle last_edge_ = -1;
    std::uint64_t sent_ = 0;
    std::vector<std::uint32_t> sequences_;  ///< by node: number of its next message
    std::deque<UnderWay> under_way_;        ///< messages first_id_, first_id_ + 1, ...
    rtl::MessageId first_id_ = 0;
    std::unique_ptr<NetworkStepper> stepper_;
};

}  // namespace flitscope::tl
