// Broadcast by extended dominating nodes on square meshes with sides of a power of two, 2^k: k + 1
// steps from every source, with XY unicasts and all ports, no channel used twice in a step.
//
// A reconstruction with the number of steps that Al-Dubai, Ould-Khaoua and Mackenzie cite. A block
// of level i is a square of 2^i x 2^i nodes with a leader. Two steps bring the message from the
// source to the leaders of the four blocks of level k-1, then each leader of level i informs three
// leaders of level i-1, which may lie in other blocks, each over a port of its own.
#include "tlm/collectives/edn.h"

#include <algorithm>
#include <optional>

#include "common/bits.h"
#include "tlm/collectives/collective_registry.h"
#include "tlm/collectives/fitting_mesh.h"
#include "topologies/routing/dimension_order.h"

namespace flitscope::tl {

namespace {

/// Do channels from..to of two straight ways overlap, in the same direction?
bool overlap(int from, int to, int other_from, int other_to) {
    if (from < to) {
        return other_from < other_to && std::max(from, other_from) < std::min(to, other_to);
    }
    return to < from && other_to < other_from &&
           std::max(to, other_to) < std::min(from, other_from);
}

/// Of two XY ways: first along the row of `from`, then along the column of `to`.
bool share_a_channel(const SquareSend& a, const SquareSend& b) {
    return (a.from.y == b.from.y && overlap(a.from.x, a.to.x, b.from.x, b.to.x)) ||
           (a.to.x == b.to.x && overlap(a.from.y, a.to.y, b.from.y, b.to.y));
}

bool fits_among(const std::vector<SquareSend>& sends, const SquareSend& one) {
    return std::none_of(sends.begin(), sends.end(),
                        [&](const SquareSend& other) { return share_a_channel(one, other); });
}

/// The leader of block (x, y) of a level.
SquarePlace leader(int level, SquarePlace block) {
    for (; level > 0; --level) {
        block = block.x % 2 == 0 ? SquarePlace{2 * block.x + 1, 2 * block.y}
                                 : SquarePlace{2 * block.x, 2 * block.y + 1};
    }
    return block;
}

/// Gives each target one of the senders, the first ones where there is a choice, so that no channel
/// is used twice.
bool assign(const std::vector<SquarePlace>& senders, const std::vector<SquarePlace>& targets,
            std::vector<SquareSend>& sends) {
    if (sends.size() == targets.size()) {
        return true;
    }
    for (const SquarePlace& sender : senders) {
        const SquareSend next{sender, targets[sends.size()]};
        if (fits_among(sends, next)) {
            sends.push_back(next);
            if (assign(senders, targets, sends)) {
                return true;
            }
            sends.pop_back();
        }
    }
    return false;
}

using Steps = std::vector<std::vector<SquareSend>>;

/// The first part of the targets (bit i of `chosen`: targets[i]) from the source, the rest from
/// whoever has it then; nothing where that does not do without contention.
std::optional<Steps> in_two_steps(SquarePlace source, const std::vector<SquarePlace>& targets,
                                  unsigned chosen) {
    std::vector<SquareSend> first;
    std::vector<SquareSend> second;
    std::vector<SquarePlace> senders{source};
    std::vector<SquarePlace> rest;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if ((chosen >> i & 1U) == 0) {
            rest.push_back(targets[i]);
            continue;
        }
        const SquareSend next{source, targets[i]};
        if (!fits_among(first, next)) {
            return std::nullopt;
        }
        first.push_back(next);
        senders.push_back(targets[i]);
    }
    if (!assign(senders, rest, second)) {
        return std::nullopt;
    }
    return Steps{first, second};
}

/// To the leaders of the four largest blocks: as many as there can be in the first step, then those
/// that come first.
Steps to_four_leaders(int level, SquarePlace source) {
    std::vector<SquarePlace> targets;
    for (const SquarePlace block : {SquarePlace{0, 0}, {0, 1}, {1, 0}, {1, 1}}) {
        const SquarePlace place = leader(level, block);
        if (!(place == source)) {
            targets.push_back(place);
        }
    }
    for (std::size_t size = targets.size(); size > 0; --size) {
        for (unsigned chosen = 1; chosen < 1U << targets.size(); ++chosen) {
            if (popcount(static_cast<topo::NodeId>(chosen)) == static_cast<int>(size)) {
                if (const auto steps = in_two_steps(source, targets, chosen)) {
                    return *steps;
                }
            }
        }
    }
    throw std::logic_error("edn: the four leaders are not reached in two steps");
}

}  // namespace

std::vector<std::vector<SquareSend>> edn_steps(int k, SquarePlace source) {
    if (k == 0) {
        return {};
    }
    Steps steps = to_four_leaders(k - 1, source);
    for (int level = k - 1; level > 0; --level) {
        steps.emplace_back();
        const int blocks = 1 << (k - level);  // on a side
        for (int x = 0; x < blocks; ++x) {
            for (int y = 0; y < blocks; ++y) {
                const SquarePlace from = leader(level, {x, y});
                const int left = 2 * x;
                const int low = 2 * y;
                const std::vector<SquarePlace> informed =
                    x % 2 == 0 ? std::vector<SquarePlace>{{left, low},
                                                          {left + 1, low + 1},
                                                          {left + 3, low}}
                               : std::vector<SquarePlace>{
                                     {left + 1, low + 1}, {left, low}, {left - 2, low + 1}};
                for (const SquarePlace& block : informed) {
                    const SquarePlace to = leader(level - 1, block);
                    if (!(to == source)) {
                        steps.back().push_back({from, to});
                    }
                }
            }
        }
    }
    return steps;
}

CollectiveEntry edn_entry() {
    return {"edn", [](const topo::Topology& topology, const auto& /*unicast*/,
                      const PlanRequest& request, PlanBuilder& plan) {
                const topo::Mesh& mesh = fitting_mesh(topology, "edn", MeshShape::power_of_two);
                const int side = mesh.size(0);
                plan.route_by(std::make_shared<topo::DimensionOrder>(mesh));
                const SquarePlace source{request.source % side, request.source / side};
                for (const auto& step : edn_steps(lowest_bit(side), source)) {
                    for (const SquareSend& each : step) {
                        plan.send(each.from.x + side * each.from.y, each.to.x + side * each.to.y);
                    }
                    plan.next_step();
                }
            }};
}

}  // namespace flitscope::tl
