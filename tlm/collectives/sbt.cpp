// Broadcast over the spanning binomial tree of a cube with a base dimension (Shahrabi and
// Ould-Khaoua: On the communication latency of wormhole routed interconnection networks, section
// 2). Position j of the order is dimension (base + j) mod n.
//
// All-port: a node that has the message sends it at once over all dimensions at positions above the
// highest one in which its address differs from the source's. One-port: in step t every node that
// has it sends it over the dimension at position t - 1: the same tree. Both take n steps, and every
// message crosses one channel.
#include "tlm/collectives/sbt.h"

#include <algorithm>
#include <cctype>

#include "common/mix64.h"
#include "tlm/collectives/collective_registry.h"
#include "topologies/fitting_topology.h"
#include "topologies/hypercube.h"
#include "topologies/routing/ecube.h"

namespace flitscope::tl {

namespace {

class BinomialTree {
public:
    BinomialTree(int dimensions, int base) : dimensions_(dimensions), base_(base) {}

    topo::NodeId across(topo::NodeId node, int position) const {
        return node ^ (topo::NodeId{1} << ((base_ + position) % dimensions_));
    }

    /// Who has it sends over all its positions in the next step.
    void write_all_port(PlanBuilder& plan) const {
        struct Holder {
            topo::NodeId node;
            int first;  ///< position
        };
        for (std::vector<Holder> holders{{plan.source(), 0}}; !holders.empty(); plan.next_step()) {
            std::vector<Holder> reached;
            for (const Holder& holder : holders) {
                for (int position = holder.first; position < dimensions_; ++position) {
                    const topo::NodeId to = across(holder.node, position);
                    plan.send(holder.node, to);
                    reached.push_back({to, position + 1});
                }
            }
            holders = std::move(reached);
        }
    }

    /// Everybody over the same position.
    void write_one_port(PlanBuilder& plan) const {
        std::vector<topo::NodeId> holders{plan.source()};
        for (int position = 0; position < dimensions_; ++position, plan.next_step()) {
            for (std::size_t i = 0, had = holders.size(); i < had; ++i) {
                const topo::NodeId to = across(holders[i], position);
                plan.send(holders[i], to);
                holders.push_back(to);
            }
        }
    }

private:
    int dimensions_;
    int base_;
};

}  // namespace

CollectiveEntry sbt_entry() {
    CollectiveEntry entry{
        "sbt", [](const topo::Topology& topology, const auto& /*unicast*/,
                  const PlanRequest& request, PlanBuilder& plan) {
            const auto& cube =
                topo::fitting_topology<topo::Hypercube>(topology, "algorithm", "sbt", "hypercube");
            require_range("sbt", "base", request.base, 0, cube.dimensions() - 1);
            plan.route_by(std::make_shared<topo::Ecube>(topo::Ecube::Order::high_first));
            const BinomialTree tree(cube.dimensions(), request.base);
            if (request.one_port) {
                tree.write_one_port(plan);
            } else {
                tree.write_all_port(plan);
            }
        }};
    entry.has_base = true;
    entry.has_port_rule = true;
    return entry;
}

int sbt_base(SbtBase choice, int dimensions, topo::NodeId source, std::uint64_t count,
             std::uint64_t seed) {
    const auto n = static_cast<std::uint64_t>(dimensions);
    switch (choice) {
        case SbtBase::rotating:
            return static_cast<int>(count % n);
        case SbtBase::random: {
            constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15ULL;
            const std::uint64_t own =
                mix64(seed + kGolden * (static_cast<std::uint64_t>(source) + 1));
            return static_cast<int>(n * (mix64(own + kGolden * (count + 1)) >> 32) >> 32);
        }
        case SbtBase::fixed:
            break;
    }
    return 0;
}

SbtBaseRule parse_sbt_base(const std::string& text, int dimensions, const std::string& key) {
    using Choice = std::pair<const char*, SbtBase>;
    for (const auto& [name, choice] : {Choice{"fixed", SbtBase::fixed},
                                       {"rotating", SbtBase::rotating},
                                       {"random", SbtBase::random}}) {
        if (text == name) {
            return {choice, 0};
        }
    }
    const bool number =
        !text.empty() && text.size() <= 2 &&
        std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    if (!number || std::stoi(text) >= dimensions) {
        throw OptionError(key, "\"" + text +
                                   "\", must be fixed, rotating, random or a dimension 0.." +
                                   std::to_string(dimensions - 1));
    }
    return {SbtBase::fixed, std::stoi(text)};
}

}  // namespace flitscope::tl
