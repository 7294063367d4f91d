#pragma once

#include <memory>
#include <vector>

#include "rtl_models/router/bucket_bits.h"
#include "rtl_models/router/contract/network.h"
#include "testbenches/drive/traffic/arrival_process.h"
#include "testbenches/drive/traffic/length_distribution.h"
#include "testbenches/drive/traffic/random_numbers.h"
#include "testbenches/drive/traffic/traffic_config.h"
#include "testbenches/drive/traffic/traffic_pattern.h"
#include "testbenches/drive/traffic/traffic_source.h"

namespace flitscope::tb {

/// Draws the messages of all nodes from a pattern, an arrival process and a length distribution.
///
/// Every node has one next arrival, kept in a timing wheel: the cost is per message, not per node
/// and cycle. A message joins its queue `startup_cycles` after it was generated; only the later
/// edge is visible. 36 bytes per node.
class MessageSource final : public TrafficSource {
public:
    /// Throws OptionError when pattern, arrivals or lengths do not fit.
    MessageSource(const TrafficConfig& traffic, const topo::Topology& topology, std::uint64_t seed);

    rtl::Cycle next_edge() const override { return next_edge_; }
    const std::vector<rtl::Message>& messages_at(rtl::Cycle edge) override;
    void describe(std::vector<TraceRow>& rows) override;

private:
    void advance(topo::NodeId id);  ///< draws the node's next edge
    void insert(topo::NodeId id);   ///< puts it into the wheel
    void generate_at(rtl::Cycle edge, topo::NodeId id);
    rtl::Message next_message(rtl::Cycle edge, topo::NodeId id);
    int message_class(topo::NodeId id, std::uint64_t sequence) const;
    void collect_due(rtl::Cycle edge);
    rtl::Cycle next_occupied(rtl::Cycle edge) const;

    std::unique_ptr<TrafficPattern> pattern_;
    std::unique_ptr<ArrivalProcess> arrivals_;
    std::unique_ptr<LengthDistribution> lengths_;
    RandomNumbers destination_random_, length_random_, class_random_;
    std::vector<double> class_bounds_;  ///< [class] its share and those of the classes before it
    rtl::Cycle startup_;

    struct Node {
        ArrivalState arrival;
        rtl::Cycle next = 0;         ///< of the next message or search, start-up included
        std::uint32_t sequence = 0;  ///< number of the next message
    };
    std::vector<Node> nodes_;
    // Wheel: bucket b holds the nodes whose next edge is b modulo the size, whatever the turn.
    std::vector<std::int32_t> first_;  ///< [bucket] a node, -1: none
    std::vector<std::int32_t> link_;   ///< [node] the next one in its bucket; few bytes to follow
    rtl::BucketBits occupied_;
    std::int64_t waiting_ = 0;  ///< nodes in the wheel

    std::vector<topo::NodeId> due_;
    std::vector<rtl::Message> joining_;
    rtl::Cycle next_edge_ = 0;
    rtl::MessageId next_id_ = 0;
};

}  // namespace flitscope::tb
