#include "rtl_models/router/contract/wait_graph.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "rtl_models/router/output_vc_rules.h"
#include "rtl_models/router/vc_credits.h"

namespace flitscope::rtl {

namespace {

constexpr int kNobody = -1;

/// The waiting VCs with the links between them.
class WaitGraph {
public:
    WaitGraph(const std::vector<VcWait>& waits, const topo::Topology& topology)
        : waits_(waits),
          topology_(topology),
          live_(waits.size(), false),
          dependents_(waits.size()) {
        for (std::size_t i = 0; i < waits_.size(); ++i) {
            const VcWait& wait = waits_[i];
            at_input_[{wait.router, wait.port, wait.vc}] = static_cast<int>(i);
            if (wait.output_port >= 0 && wait.output_vc >= 0) {
                holding_[{wait.router, wait.output_port, wait.output_vc}] = static_cast<int>(i);
            }
            if (wait.absorb_port >= 0) {
                holding_[{wait.router, wait.absorb_port, wait.absorb_vc}] = static_cast<int>(i);
            }
        }
        for (std::size_t i = 0; i < waits_.size(); ++i) {
            for_each_option(i, [&](const Option& option) {
                for (const int other : {option.holder, option.downstream}) {
                    if (other != kNobody) {
                        dependents_[static_cast<std::size_t>(other)].push_back(i);
                    }
                }
            });
        }
    }

    /// Grows the live set until nothing changes.
    void settle() {
        std::vector<std::size_t> fresh;
        const auto look_at = [&](std::size_t i) {
            if (!live_[i] && can_move(i)) {
                live_[i] = true;
                fresh.push_back(i);
            }
        };
        for (std::size_t i = 0; i < waits_.size(); ++i) {
            look_at(i);
        }
        while (!fresh.empty()) {
            const std::size_t now_live = fresh.back();
            fresh.pop_back();
            for (const std::size_t dependent : dependents_[now_live]) {
                look_at(dependent);
            }
        }
    }

    Deadlock result() const {
        Deadlock deadlock;
        for (std::size_t i = 0; i < waits_.size(); ++i) {
            if (!live_[i]) {
                deadlock.vcs.push_back(waits_[i]);
            }
        }
        if (deadlock.vcs.empty()) {
            return deadlock;
        }
        // Every step leads to a deadlocked VC, so the walk must come back to one it has seen.
        auto at =
            static_cast<std::size_t>(std::find(live_.begin(), live_.end(), false) - live_.begin());
        std::vector<std::size_t> walk;
        std::vector<bool> seen(waits_.size(), false);
        while (!seen[at]) {
            seen[at] = true;
            walk.push_back(at);
            at = waits_for(at);
        }
        for (auto each = std::find(walk.begin(), walk.end(), at); each != walk.end(); ++each) {
            deadlock.cycle.push_back(waits_[*each]);
        }
        return deadlock;
    }

private:
    using Place = std::tuple<topo::NodeId, int, int>;  ///< (router, port, VC)

    static int find(const std::map<Place, int>& places, const Place& place) {
        const auto found = places.find(place);
        return found == places.end() ? kNobody : found->second;
    }

    bool is_live(int index) const {
        return index == kNobody || live_[static_cast<std::size_t>(index)];
    }

    /// The waiting VC in the buffer that output VC `vc` leads to; kNobody at ejection outputs.
    int downstream(const VcWait& wait, int vc) const {
        if (wait.output_port >= topology_.ports(wait.router)) {
            return kNobody;
        }
        const topo::PortPeer peer = topology_.peer(wait.router, wait.output_port);
        return find(at_input_, {peer.node, peer.port, vc});
    }

    /// One output VC that may serve a waiting VC.
    struct Option {
        int holder = kNobody;      ///< of the waiting VCs
        int downstream = kNobody;  ///< the one in the buffer behind
        bool room = false;         ///< the buffer has what it needs
    };

    bool has_room(int downstream, int needs) const {
        if (downstream == kNobody || needs == VcWait::kEmptyBuffer) {
            return downstream == kNobody;
        }
        const VcWait& behind = waits_[static_cast<std::size_t>(downstream)];
        int room = behind.room;
        if (behind.shared_slots > 0) {
            room += behind.shared_slots;
            for_each_at_input(behind, [&](int other) {
                room -= waits_[static_cast<std::size_t>(other)].taken_slots;
            });
        }
        return behind.room == kUnbounded || room >= needs;
    }

    /// Calls visit(index) for the waiting VCs of the input of one of them, itself included.
    template <typename Visit>
    void for_each_at_input(const VcWait& wait, Visit visit) const {
        for (auto each = at_input_.lower_bound({wait.router, wait.port, 0});
             each != at_input_.end() && std::get<0>(each->first) == wait.router &&
             std::get<1>(each->first) == wait.port;
             ++each) {
            visit(each->second);
        }
    }

    /// The options by which an output VC may serve: by its buffer, or by a shared slot that another
    /// VC of the buffer's input leaves.
    template <typename Visit>
    void visit_options(int holder, int behind, int needs, Visit visit) const {
        visit(Option{holder, behind, has_room(behind, needs)});
        if (behind == kNobody || needs == VcWait::kEmptyBuffer ||
            waits_[static_cast<std::size_t>(behind)].shared_slots == 0) {
            return;
        }
        for_each_at_input(waits_[static_cast<std::size_t>(behind)], [&](int other) {
            if (other != behind && waits_[static_cast<std::size_t>(other)].taken_slots > 0) {
                visit(Option{holder, other, false});
            }
        });
    }

    /// Calls visit(Option) for every output VC that may serve VC i.
    template <typename Visit>
    void for_each_option(std::size_t i, Visit visit) const {
        const VcWait& wait = waits_[i];
        if (wait.output_port < 0) {
            return;
        }
        if (wait.output_vc >= 0) {
            visit_options(kNobody, downstream(wait, wait.output_vc), 1, visit);
            return;
        }
        for (int vc = wait.wanted.first; vc < wait.wanted.first + wait.wanted.count; ++vc) {
            const int holder = find(holding_, {wait.router, wait.output_port, vc});
            visit_options(holder, downstream(wait, vc), wait.needs, visit);
        }
    }

    bool can_move(std::size_t i) const {
        bool can = waits_[i].movable || waits_[i].output_port < 0;
        for_each_option(i, [&](const Option& option) {
            can = can || (is_live(option.holder) && (option.room || is_live(option.downstream)));
        });
        return can;
    }

    /// A deadlocked VC that deadlocked VC i waits for; i itself if it may use no VC.
    std::size_t waits_for(std::size_t i) const {
        std::size_t next = i;
        for_each_option(i, [&](const Option& option) {
            if (next == i) {
                next = static_cast<std::size_t>(is_live(option.holder) ? option.downstream
                                                                       : option.holder);
            }
        });
        return next;
    }

    const std::vector<VcWait>& waits_;
    const topo::Topology& topology_;
    std::vector<bool> live_;
    std::vector<std::vector<std::size_t>> dependents_;
    std::map<Place, int> at_input_;
    std::map<Place, int> holding_;  ///< output VC -> the waiting VC that holds it
};

std::string place(const char* side, topo::NodeId router, int port) {
    return "router_" + std::to_string(router) + '.' + side + '_' + std::to_string(port);
}

}  // namespace

void tell_room(VcWait& wait, const RouterParameters& parameters, int flits, std::uint32_t length) {
    const OutputVcRules rules(parameters);
    const VcCredits slots(parameters);
    wait.room = slots.own == kUnbounded ? kUnbounded : std::max(0, slots.own - flits);
    wait.shared_slots = slots.shared;
    wait.taken_slots = slots.taken_by(flits);
    wait.needs = rules.buffer_empty     ? VcWait::kEmptyBuffer
                 : rules.whole_messages ? static_cast<int>(length)
                                        : 1;
}

Deadlock find_deadlock(const std::vector<VcWait>& waits, const topo::Topology& topology) {
    WaitGraph graph(waits, topology);
    graph.settle();
    return graph.result();
}

std::string describe_wait(const VcWait& wait, const topo::Topology& topology) {
    std::string text = place("input", wait.router, wait.port) + ".vc_" + std::to_string(wait.vc) +
                       ": message " + std::to_string(wait.message);
    if (wait.output_port < 0) {
        return text + " is not routed yet";
    }
    const std::string output = place("output", wait.router, wait.output_port);
    std::string beyond;
    if (wait.output_port < topology.ports(wait.router)) {
        const topo::PortPeer peer = topology.peer(wait.router, wait.output_port);
        beyond = " into " + place("input", peer.node, peer.port);
    }
    if (wait.output_vc >= 0) {
        return text + (wait.movable ? " goes on through " : " waits for a credit of ") + output +
               ".vc_" + std::to_string(wait.output_vc) + beyond;
    }
    if (wait.wanted.count == 0) {
        return text + " may use no VC of " + output + beyond;
    }
    const int last = wait.wanted.first + wait.wanted.count - 1;
    text += " waits for " + output + ".vc_" + std::to_string(wait.wanted.first);
    if (last > wait.wanted.first) {
        text += "..vc_" + std::to_string(last);
    }
    return text + beyond;
}

void print_deadlock(std::ostream& out, const Deadlock& deadlock, const topo::Topology& topology) {
    out << "deadlock: " << deadlock.vcs.size() << " virtual channels can never move again; "
        << deadlock.cycle.size() << " of them wait for each other in a cycle:\n";
    for (const VcWait& wait : deadlock.cycle) {
        out << "  " << describe_wait(wait, topology) << '\n';
    }
}

}  // namespace flitscope::rtl
