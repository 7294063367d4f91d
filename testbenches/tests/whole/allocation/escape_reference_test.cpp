// docs/router.md, section 12, "Escape", a second time: route computation and VC allocation of whole
// random networks, cycle by cycle, from the page alone. Of a run it takes what allocators and links
// did (grants, flits written, credits); every head that is routed, where to, with which VCs, and
// every VC that may be granted must be what it reckons. It has the graph and the candidates of the
// routing functions, no rule of the product.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>
#include <sstream>

#include "rtl_models/fast/fast_network.h"
#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

using rtl::Cycle;

/// (router, port, VC) of an input or an output.
using Place = std::tuple<topo::NodeId, int, int>;

/// A head that RC gave a route.
struct Routed {
    Place in;
    int output;
    int first_vc;
    int vcs;

    friend bool operator<(const Routed& a, const Routed& b) {
        return std::tie(a.in, a.output, a.first_vc, a.vcs) <
               std::tie(b.in, b.output, b.first_vc, b.vcs);
    }
    friend bool operator==(const Routed& a, const Routed& b) { return !(a < b) && !(b < a); }
    friend std::ostream& operator<<(std::ostream& out, const Routed& r) {
        const auto& [router, port, vc] = r.in;
        return out << router << '.' << port << '.' << vc << " -> " << r.output << ':' << r.first_vc
                   << '+' << r.vcs;
    }
};

/// What a run said, by cycle.
struct Recording final : rtl::NetworkObserver {
    struct Flit {
        Place at;
        rtl::Flit flit;
    };
    struct Grant {
        Place in;
        Place out;
        bool tail;
    };
    std::map<Cycle, std::vector<Flit>> written;
    std::map<Cycle, std::multiset<Routed>> routes;
    std::map<Cycle, std::vector<Grant>> vc_grants;
    std::map<Cycle, std::vector<Grant>> switch_grants;
    std::map<Cycle, std::vector<Place>> credits;

    void flit_written(Cycle edge, topo::NodeId router, int port, const rtl::Flit& f) override {
        written[edge].push_back({{router, port, f.vc}, f});
    }
    void routed(Cycle cycle, topo::NodeId router, int port, const rtl::Flit& head, int output,
                rtl::VcRange allowed) override {
        routes[cycle].insert({{router, port, head.vc}, output, allowed.first, allowed.count});
    }
    void vc_granted(Cycle cycle, topo::NodeId router, int port, const rtl::Flit& head, int output,
                    int vc) override {
        vc_grants[cycle].push_back({{router, port, head.vc}, {router, output, vc}, false});
    }
    void switch_granted(Cycle cycle, topo::NodeId router, int port, const rtl::Flit& f, int output,
                        int vc) override {
        switch_grants[cycle].push_back({{router, port, f.vc}, {router, output, vc}, f.is_tail()});
    }
    void credit_sent(Cycle cycle, topo::NodeId router, int port, int vc) override {
        credits[cycle].push_back({router, port, vc});
    }
};

class Reference {
public:
    Reference(const CrosscheckScenario& scenario, const Recording& recording)
        : s_(scenario), seen_(recording) {}

    /// Every cycle up to the end of the run.
    void check() {
        for (Cycle cycle = 0; cycle < s_.end; ++cycle) {
            take_wires(cycle);
            compute_routes(cycle);
            if (testing::Test::HasFailure()) {
                return;
            }
            allocate(cycle);
            carry_out(cycle);
        }
    }
    int again() const { return routed_again_; }

private:
    enum class Stage { idle, routed, active };
    struct Input {
        std::deque<rtl::Flit> fifo;
        Stage stage = Stage::idle;
        bool again = false;     ///< lost where it asked first
        bool may_lose = false;  ///< routed to an adaptive VC, and may take the escape
        bool asked = false;     ///< took part in VA with this route
        Cycle routed_in = -1;
        int output = -1;
        int first_vc = 0;
        int vcs = 0;
    };
    struct Output {
        bool held = false;
        int outstanding = 0;
    };

    int ports(topo::NodeId router) const { return s_.topology->ports(router); }
    bool ejects(topo::NodeId router, int output) const { return output >= ports(router); }
    const rtl::LinkParameters& link(topo::NodeId router, int output) const {
        return s_.links[static_cast<std::size_t>(s_.topology->link_class(router, output))];
    }

    template <typename T>
    static const std::vector<T>& at(const std::map<Cycle, std::vector<T>>& all, Cycle cycle) {
        static const std::vector<T> none;
        const auto found = all.find(cycle);
        return found == all.end() ? none : found->second;
    }

    void take_wires(Cycle cycle) {
        for (const Recording::Flit& each : at(seen_.written, cycle)) {
            inputs_[each.at].fifo.push_back(each.flit);
        }
        for (const Place& out : coming_back_[cycle]) {
            --outputs_[out].outstanding;
        }
        coming_back_.erase(cycle);
    }

    /// The VCs of a class (0 adaptive, then the escape's) at a network output, section 12.
    std::pair<int, int> vcs_of(topo::NodeId router, int output, int vc_class,
                               int message_class) const {
        const int own = link(router, output).virtual_channels;
        const int all = own == 0 ? s_.router.virtual_channels : own;
        int first = message_class * all / s_.router.message_classes;
        int past = (message_class + 1) * all / s_.router.message_classes;
        const int escapes = s_.routing->vc_classes() - 1;
        if (escapes == 1) {
            past -= vc_class == 0 ? 1 : 0;
        } else {
            first += vc_class == 0 || vc_class == 2 ? 1 : 0;
            past -= vc_class == 0 || vc_class == 1 ? 1 : 0;
        }
        return {first, past - first};
    }

    /// A choice of purpose 1 among m.
    static int tie(int m, const rtl::Flit& head) {
        auto x = static_cast<std::uint16_t>(head.salt ^ (head.hop * 0x9E37U) ^ 0x79B9U);
        x ^= x >> 8;
        x = static_cast<std::uint16_t>(x * 0x88B5U);
        x ^= x >> 7;
        x = static_cast<std::uint16_t>(x * 0xDB2DU);
        x ^= x >> 9;
        return m * x / 65536;
    }

    int load(topo::NodeId router, int output, const rtl::Flit& head) {
        const auto [first, count] = vcs_of(router, output, 0, head.message_class);
        int sum = 0;
        for (int vc = first; vc < first + count; ++vc) {
            const Output& out = outputs_[{router, output, vc}];
            sum += out.outstanding + (out.held ? 1 : 0);
        }
        return sum;
    }

    int adaptive_port(topo::NodeId router, int queue, const rtl::Flit& head,
                      const topo::RouteQuery& query) {
        if (queue >= 0) {
            return queue;
        }
        std::vector<topo::RouteCandidate> ways;
        s_.routing->candidates(query, ways);
        std::vector<int> best;
        int least = 1 << 30;
        for (const topo::RouteCandidate& way : ways) {
            const int here = load(router, way.port, head);
            if (here < least) {
                best.clear();
                least = here;
            }
            if (here == least) {
                best.push_back(way.port);
            }
        }
        return best[s_.ties_random
                        ? static_cast<std::size_t>(tie(static_cast<int>(best.size()), head))
                        : 0];
    }

    void route(const Place& place, Input& in) {
        const auto& [router, port, vc] = place;
        const rtl::Flit& head = in.fifo.front();
        const int network = ports(router);
        in.asked = in.may_lose = false;
        if (head.destination == router) {
            const int ejection = s_.router.ejection_ports == rtl::kAll
                                     ? network + injections(router)
                                     : s_.router.ejection_ports;
            in.output = network + port % ejection;
            const int m = s_.router.message_classes;
            const int all = s_.router.virtual_channels;
            switch (s_.router.ejection_vcs) {
                case rtl::EjectionVcs::per_vc:
                    in.first_vc = head.message_class * all / m;
                    in.vcs = (head.message_class + 1) * all / m - in.first_vc;
                    break;
                case rtl::EjectionVcs::one:
                    in.first_vc = 0;
                    in.vcs = 1;
                    break;
                case rtl::EjectionVcs::classes:
                    in.first_vc = head.message_class;
                    in.vcs = 1;
                    break;
            }
            return;
        }
        const topo::RouteQuery query{
            router, port < network ? port : -1, head.source, head.destination, head.hop, head.salt};
        const int queue =
            s_.router.injection_ports == rtl::kAll && port >= network ? port - network : -1;
        int vc_class = 0;
        if (in.again) {
            const topo::RouteCandidate way = s_.routing->escape()->only_candidate(query);
            in.output = way.port;
            vc_class = 1 + way.vc_class;
            ++routed_again_;
        } else {
            in.output = adaptive_port(router, queue, head, query);
            in.may_lose = queue < 0;
        }
        std::tie(in.first_vc, in.vcs) = vcs_of(router, in.output, vc_class, head.message_class);
    }

    int injections(topo::NodeId router) const {
        return s_.router.injection_ports == rtl::kAll ? ports(router) : s_.router.injection_ports;
    }

    bool stored(const Place& place, const Input& in) const {
        const auto& [router, port, vc] = place;
        if (s_.router.switching != rtl::Switching::store_and_forward || port >= ports(router) ||
            in.fifo.front().destination == router) {
            return true;
        }
        return std::any_of(in.fifo.begin(), in.fifo.end(),
                           [](const rtl::Flit& flit) { return flit.is_tail(); });
    }

    void compute_routes(Cycle cycle) {
        std::multiset<Routed> expected;
        for (auto& [place, in] : inputs_) {
            if (in.stage == Stage::idle && !in.fifo.empty() && in.fifo.front().is_head() &&
                stored(place, in)) {
                route(place, in);
                in.stage = Stage::routed;
                in.routed_in = cycle;
                in.again = false;
                expected.insert({place, in.output, in.first_vc, in.vcs});
            }
        }
        const auto found = seen_.routes.find(cycle);
        const std::multiset<Routed> said =
            found == seen_.routes.end() ? std::multiset<Routed>() : found->second;
        EXPECT_EQ(testing::PrintToString(said), testing::PrintToString(expected))
            << "cycle " << cycle << "\n"
            << s_.text();
    }

    bool free(const Place& out, bool network, std::uint32_t length) {
        const Output& state = outputs_[out];
        if (state.held) {
            return false;
        }
        if (!network) {
            return true;
        }
        if (s_.router.vc_reuse == rtl::VcReuse::buffer_empty && state.outstanding > 0) {
            return false;
        }
        return s_.router.switching == rtl::Switching::wormhole ||
               s_.router.buffer_flits == rtl::kUnbounded ||
               s_.router.buffer_flits - state.outstanding >= static_cast<int>(length);
    }

    /// "Which VC" in section 5: the VCs of a message class have a pointer. Behind the last one it
    /// is at nobody, as at the first.
    Place chosen(const std::vector<Place>& open, int message_class) {
        const auto& [router, output, first] = open.front();
        const int pointer = pointers_[{router, output, message_class}];
        const auto vc = [](const Place& out) { return std::get<2>(out); };
        switch (s_.router.vc_choice) {
            case rtl::VcChoice::most_credits:
                return *std::min_element(open.begin(), open.end(), [&](auto& a, auto& b) {
                    return outputs_[a].outstanding < outputs_[b].outstanding;
                });
            case rtl::VcChoice::round_robin:
                for (const Place& each : open) {
                    if (vc(each) >= pointer) {
                        return each;
                    }
                }
                break;
            case rtl::VcChoice::lowest:
                break;
        }
        return open.front();
    }

    void allocate(Cycle cycle) {
        std::map<Place, int> asked_for;  // output VCs, by how many
        std::map<Place, Place> wishes;
        const bool at_once = s_.router.pipeline <= 2;
        for (auto& [place, in] : inputs_) {
            if (in.stage != Stage::routed || (!at_once && in.routed_in == cycle)) {
                continue;
            }
            const topo::NodeId router = std::get<0>(place);
            std::vector<Place> open;
            for (int vc = in.first_vc; vc < in.first_vc + in.vcs; ++vc) {
                const Place out{router, in.output, vc};
                if (free(out, !ejects(router, in.output), in.fifo.front().length)) {
                    open.push_back(out);
                }
            }
            if (!open.empty()) {
                wishes[place] = chosen(open, in.fifo.front().message_class);
                ++asked_for[wishes[place]];
            }
        }
        std::map<Place, int> highest;  // that was granted, of a group
        for (const Recording::Grant& grant : at(seen_.vc_grants, cycle)) {
            const auto wish = wishes.find(grant.in);
            ASSERT_TRUE(wish != wishes.end() && wish->second == grant.out)
                << "cycle " << cycle << ": a VC that was not asked for\n"
                << s_.text();
            ASSERT_EQ(asked_for.erase(grant.out), 1U) << "granted twice";
            inputs_[grant.in].stage = Stage::active;
            newly_held_.push_back(grant.out);
            const auto& [router, output, vc] = grant.out;
            int& most = highest[{router, output, inputs_[grant.in].fifo.front().message_class}];
            most = std::max(most, vc);
        }
        for (const auto& [group, vc] : highest) {
            pointers_[group] = vc + 1;
        }
        EXPECT_TRUE(asked_for.empty()) << "cycle " << cycle << ": nobody got a VC that is free\n"
                                       << s_.text();
        for (auto& [place, in] : inputs_) {
            if (in.stage != Stage::routed || (!at_once && in.routed_in == cycle)) {
                continue;
            }
            if (in.may_lose && !in.asked) {
                in.stage = Stage::idle;
                in.again = true;
            }
            in.asked = true;
        }
    }

    /// What the cycle's grants change at the edge that ends it.
    void carry_out(Cycle cycle) {
        for (const Place& out : newly_held_) {
            outputs_[out].held = true;
        }
        newly_held_.clear();
        for (const Recording::Grant& grant : at(seen_.switch_grants, cycle)) {
            inputs_[grant.in].fifo.pop_front();
            const auto& [router, output, vc] = grant.out;
            outputs_[grant.out].outstanding += ejects(router, output) ? 0 : 1;
            if (grant.tail) {
                outputs_[grant.out].held = false;
                inputs_[grant.in].stage = Stage::idle;
            }
        }
        for (const Place& credit : at(seen_.credits, cycle)) {
            const auto& [router, port, vc] = credit;
            if (port < ports(router)) {
                const topo::PortPeer from = s_.topology->peer(router, port);
                coming_back_[cycle + 1 + link(from.node, from.port).latency].push_back(
                    {from.node, from.port, vc});
            }
        }
    }

    const CrosscheckScenario& s_;
    const Recording& seen_;
    std::map<Place, Input> inputs_;
    std::map<Place, Output> outputs_;
    std::map<Place, int> pointers_;  ///< by router, output and message class
    std::vector<Place> newly_held_;
    std::map<Cycle, std::vector<Place>> coming_back_;
    int routed_again_ = 0;
};

/// Of a seed: everything drawn but network and routing, and as many VCs as the escape asks for.
CrosscheckScenario scenario_with_escape(std::uint64_t seed) {
    CrosscheckScenario s(seed, DrawnValues::cubes_and_meshes);
    const std::vector<std::pair<const char*, Options>> networks = {
        {"hypercube", {{"dimensions", std::int64_t{3}}}},
        {"mesh", {{"size", std::vector<std::int64_t>{4, 3}}}},
        {"torus", {{"size", std::vector<std::int64_t>{4, 3}}}}};
    const auto& [kind, size] = networks[seed % networks.size()];
    s.topology = topo::make_topology(kind, size);
    s.routing = topo::make_routing("duato", *s.topology, {});
    s.name = kind;
    s.router.extra_stages = 0;
    const int least = s.routing->vc_classes() * s.router.message_classes;
    s.router.virtual_channels = std::max(s.router.virtual_channels, least);
    s.links.resize(s.topology->link_classes().size(), s.links.front());
    for (std::size_t i = 0; i < s.links.size() && seed % 4 == 1; ++i) {
        s.links[i].virtual_channels =
            least + static_cast<int>(i) % (s.router.virtual_channels - least + 1);
    }
    s.end = std::min<Cycle>(s.end, 900);
    s.generate_until = std::min<Cycle>(s.generate_until, 900);
    return s;
}

TEST(EscapeReference, RoutesAndRequestsOfWholeNetworksAreThoseOfThePage) {
    int again = 0;
    for (std::uint64_t seed = 1; seed <= 36 && !HasFailure(); ++seed) {
        const CrosscheckScenario scenario = scenario_with_escape(seed);
        Recording recording;
        rtl::NetworkDescription description = scenario.description();
        description.observer = &recording;
        run_scenario(scenario, *tl::make_fast_network(description));
        Reference reference(scenario, recording);
        reference.check();
        again += reference.again();
    }
    EXPECT_GT(again, 2000) << "hardly a head lost";
}

}  // namespace
}  // namespace flitscope::tb
