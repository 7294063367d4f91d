#pragma once

#include <deque>
#include <list>
#include <memory>
#include <queue>
#include <tuple>

#include "testbenches/drive/traffic/random_numbers.h"
#include "testbenches/drive/traffic/traffic_config.h"
#include "testbenches/drive/traffic/traffic_source.h"
#include "tlm/collectives/collective_registry.h"

namespace flitscope::tb {

/// A share in a routing function that somebody else keeps.
inline std::shared_ptr<const topo::RoutingFunction> borrowed(const topo::RoutingFunction& routing) {
    return {std::shared_ptr<const topo::RoutingFunction>(), &routing};
}

/// The routing function that all messages of a multicast algorithm follow. Throws topo::OptionError
/// ("algorithm") for an unknown one, or one that is not defined for the topology.
std::shared_ptr<const topo::RoutingFunction> multicast_routing(
    const MulticastConfig& multicast, const topo::Topology& topology,
    const std::shared_ptr<const topo::RoutingFunction>& unicast);

/// Turns a part of the messages of another source into multicasts: to `destinations` nodes, all
/// sets equally likely, in as many messages as the algorithm's plan has.
///
/// With serial start-up message i (0, 1, ...) of a multicast joins its queue i start-ups after the
/// first, which joins when the unicast in its place would have; with parallel start-up all do.
/// Ids and numbers at the node are given in the order in which messages join.
class OperationSource final : public TrafficSource {
public:
    OperationSource(std::unique_ptr<TrafficSource> others, const TrafficConfig& traffic,
                    const rtl::NetworkDescription& network, std::uint64_t seed);

    rtl::Cycle next_edge() const override;
    const std::vector<rtl::Message>& messages_at(rtl::Cycle edge) override;
    std::int64_t multicasts_begun() const override { return begun_; }
    std::optional<FinishedOperation> delivered(const rtl::Delivery& delivery) override;

private:
    struct Worm;

    /// A multicast under way.
    struct Multicast {
        rtl::Cycle begun = 0;         ///< edge at which its first message joins
        std::size_t copies_left = 0;  ///< destinations without a copy
        std::size_t worms_left = 0;   ///< messages that are not gone from the network
        std::int64_t channels = 0;    ///< crossed by the messages that are at their ends
        std::deque<Worm> worms;
        std::list<Multicast>::iterator self;
    };
    /// What its messages point to.
    struct Worm : rtl::Header {
        Multicast* multicast = nullptr;
    };
    /// A message that joins later.
    struct Waiting {
        rtl::Cycle edge;
        std::uint64_t order;
        rtl::Message message;
        bool operator<(const Waiting& other) const {  // the first one is on top
            return std::tie(edge, message.source, order) >
                   std::tie(other.edge, other.message.source, other.order);
        }
    };

    void begin(rtl::Cycle edge, const rtl::Message& place);
    std::vector<topo::NodeId> draw_destinations(const rtl::Message& place);

    std::unique_ptr<TrafficSource> others_;
    const topo::Topology* topology_;
    const tl::CollectiveEntry* algorithm_;
    std::shared_ptr<const topo::RoutingFunction> unicast_;
    int destinations_;
    std::uint64_t threshold_;
    rtl::Cycle first_startup_;  ///< before the first message of a multicast
    rtl::Cycle startup_;        ///< between the messages of one multicast
    RandomNumbers choice_random_, set_random_;

    std::list<Multicast> under_way_;
    std::priority_queue<Waiting> waiting_;
    std::uint64_t order_ = 0;
    std::vector<bool> chosen_;             ///< [node]; scratch
    std::vector<std::uint32_t> sequence_;  ///< [node] number of its next message
    std::vector<rtl::Message> joining_;
    std::int64_t begun_ = 0;
    rtl::MessageId next_id_ = 0;
};

}  // namespace flitscope::tb
