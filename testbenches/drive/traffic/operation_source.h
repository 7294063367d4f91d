#pragma once

#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "testbenches/drive/traffic/network_reductions.h"
#include "testbenches/drive/traffic/operation_choice.h"
#include "testbenches/drive/traffic/operation_needs.h"
#include "testbenches/drive/traffic/traffic_config.h"
#include "testbenches/drive/traffic/traffic_source.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/exchange/exchange_values.h"
#include "tlm/collectives/plan_order.h"
#include "tlm/collectives/sbt.h"

namespace flitscope::tb {

/// Sends those messages of another source that are operations (OperationChoice): broadcasts to all
/// other nodes, multicasts, and collectives, which all nodes begin at once. Each is sent as the
/// algorithm's plan says, where units of the network combine when these hand something over.
///
/// A node that has received all that its next sends of the plan need begins their start-up. With
/// serial start-up its sends of the next step begin theirs when those are over, with parallel
/// start-up at once. What a node sends in one step of a broadcast or collective starts together;
/// messages that the source sends alone (multicasts, `separate`) have a start-up each. The start-up
/// of the first message is that of the unicast in its place. Ids and numbers at the node are given
/// in the order in which messages join.
class OperationSource final : public TrafficSource {
public:
    OperationSource(std::unique_ptr<TrafficSource> others, const TrafficConfig& traffic,
                    const rtl::NetworkDescription& network, std::uint64_t seed);

    rtl::Cycle next_edge() const override;
    const std::vector<rtl::Message>& messages_at(rtl::Cycle edge) override;
    std::int64_t begun(OperationKind kind) const override {
        return begun_[static_cast<std::size_t>(kind)];
    }
    std::optional<OperationPart> operation_of(const rtl::Message& message) const override;
    std::optional<FinishedOperation> delivered(const rtl::Delivery& delivery) override;
    std::optional<FinishedOperation> handed(const rtl::ReductionResult& result) override;
    void operate(rtl::Network& network) override;
    std::size_t lines_left() const override { return others_->lines_left(); }
    void record() override {
        recording_ = true;
        others_->record();
    }
    void describe(std::vector<TraceRow>& rows) override;

private:
    struct Part;
    /// An operation under way.
    struct Operation {
        Operation(std::shared_ptr<const tl::PlanOrder> planned, const rtl::Message& drawn)
            : order(std::move(planned)), progress(*order), place(drawn) {}
        std::shared_ptr<const tl::PlanOrder> order;
        tl::PlanProgress progress;
        std::optional<tl::ExchangeValues> values;  ///< of a collective
        rtl::Message place;                        ///< the unicast that was drawn in its place
        FinishedOperation finished;
        std::uint64_t number = 0;         ///< in the run
        std::size_t parts_left = 0;       ///< messages that are not gone from the network
        std::vector<rtl::Cycle> started;  ///< [member] end of its last start-up so far
        bool startup_each = false;        ///< each message has its own
        std::deque<Part> parts;
        std::list<Operation>::iterator self;
    };
    /// A message of one.
    struct Part : rtl::Header {
        Operation* operation = nullptr;
        std::uint32_t number = 0;  ///< in the plan
        int entry = 0;             ///< of units
        rtl::Operand elements;     ///< for the unit of the destination; null: for nobody
    };
    /// A message that joins later.
    struct Waiting {
        rtl::Message message;
        Part* part;  ///< of a unicast in an operation
    };

    void take(rtl::Cycle edge, const rtl::Message& place);
    void begin_planned(OperationKind kind, const tl::PlanRequest& request,
                       const rtl::Message& place);
    void broadcast(const rtl::Message& place);
    void multicast(const rtl::Message& place, std::vector<topo::NodeId> destinations);
    void collective(const rtl::Message& place);
    Operation& add(OperationKind kind, std::shared_ptr<const tl::PlanOrder> order,
                   const rtl::Message& place);
    void start(Operation& operation);
    void send_ready(Operation& operation, rtl::Cycle edge);
    Part& send(Operation& operation, std::uint32_t number, rtl::Cycle joins);
    FinishedOperation finish(Operation& operation, rtl::Cycle edge);
    std::string id_of(const rtl::Message& place) const;
    const Part* part_of(const rtl::Message& message) const;

    std::unique_ptr<TrafficSource> others_;
    OperationChoice choice_;
    bool traced_;                                        ///< they are those of a trace, and listen
    const std::vector<rtl::Message>* places_ = nullptr;  ///< what they gave last
    std::unordered_map<rtl::MessageId, rtl::MessageId> place_of_;  ///< of one that went its way
    bool recording_ = false;
    std::unordered_map<rtl::MessageId, rtl::MessageId> first_id_;  ///< [place] of what joined last
    const topo::Topology* topology_;
    std::shared_ptr<const topo::RoutingFunction> unicast_;
    struct Kind {
        const tl::CollectiveEntry* algorithm = nullptr;
        bool headers = false;   ///< its messages have some
        int first_routing = 0;  ///< of those among the network's
    };
    ByOperation<Kind> kinds_;
    std::optional<tl::SbtBaseRule> base_;  ///< of broadcasts that have one
    int dimensions_ = 0;                   ///< ... of the cube
    bool one_port_;
    std::optional<tl::Exchange> exchange_;
    std::uint64_t operations_ = 0;                             ///< begun so far
    std::uint64_t collectives_ = 0;                            ///< begun so far
    std::optional<NetworkReductions> reductions_;              ///< collectives are such
    std::unordered_map<std::uint64_t, Operation*> by_number_;  ///< ... under way
    int down_class_ = 0;  ///< message class of those that bring results
    rtl::Cycle startup_;
    bool serial_;
    std::uint64_t seed_;

    std::list<Operation> under_way_;
    std::multimap<std::pair<rtl::Cycle, topo::NodeId>, Waiting> waiting_;  ///< by (edge, source)
    std::unordered_map<rtl::MessageId, const Part*>
        unicasts_;                           ///< those in an operation, under way
    std::vector<std::uint32_t> sequence_;    ///< [node] number of its next message
    std::vector<std::uint32_t> broadcasts_;  ///< [node] that it has begun
    tl::PlanProgress::Ready ready_;          ///< scratch
    std::vector<rtl::Message> joining_;
    ByOperation<std::int64_t> begun_{};
    rtl::MessageId next_id_ = 0;
};

}  // namespace flitscope::tb
