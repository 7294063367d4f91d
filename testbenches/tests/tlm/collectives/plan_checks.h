#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tlm/collectives/plan_metrics.h"
#include "tlm/collectives/plan_walk.h"

namespace flitscope::tl {

using Nodes = std::vector<topo::NodeId>;

/// The plan of a request, unicasts over the default routing of the topology.
Plan plan_of(const topo::Topology& topology, const std::string& algorithm,
             const PlanRequest& request);

/// How nodes are written in the texts below.
using NodeText = std::function<std::string(topo::NodeId)>;
NodeText as_id();
NodeText as_label(const topo::Topology& mesh);
NodeText as_place(const topo::Topology& topology);  ///< "(x,y)"

/// "25 26 27": the way of each message, in the order of the plan.
std::vector<std::string> paths(const topo::Topology& topology, const Plan& plan,
                               const NodeText& text);
/// "28 31 35": the header of each message.
std::vector<std::string> lists(const Plan& plan, const NodeText& text);
/// "2,2:10 1,2:11": each message's nodes behind the first with what is done there.
std::vector<std::string> actions(const topo::Topology& topology, const Plan& plan,
                                 const NodeText& text);
/// A text per step: "from>to" of each message.
std::vector<std::string> sends(const Plan& plan, const NodeText& text);

/// The messages of a node in Plan::by_sender().
std::vector<PlanMessage> sent_by(const Plan& plan, topo::NodeId node);

/// What must hold of a plan. Failures begin with its algorithm, the network and the source.
class PlanChecks {
public:
    PlanChecks(const topo::Topology& topology, const Plan& plan);

    /// Each of `destinations` gets the data, or each half of them, once; nobody else does.
    /// A node sends only what it has received in earlier steps. by_sender() is what messages()
    /// says.
    void expect_delivers(const std::set<topo::NodeId>& destinations) const;
    void expect_broadcasts() const;
    /// Hops are links of the network, and no channel carries two messages in a step.
    void expect_free_of_contention() const;
    /// Nobody sends or receives twice in a step.
    void expect_one_port() const;
    /// Each message meets its addresses in their order, and labels rise, or fall, all the way.
    void expect_monotone_lists() const;

private:
    struct Walked {
        const PlanMessage* message;
        HeaderWay way;
    };
    std::string name() const;

    const topo::Topology& topology_;
    const Plan& plan_;
    std::vector<Walked> walked_;
};

}  // namespace flitscope::tl
