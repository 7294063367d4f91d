#include "testbenches/tests/whole/crosscheck/crosscheck_scenario.h"

#include <map>
#include <numeric>

#include "common/mix64.h"
#include "rtl_models/router/router_parameter_table.h"

namespace flitscope::tb {

namespace {

/// A value of each parameter in the table, in its order. Any value within small sizes unless it is
/// said below how often which value comes.
class RouterDraw {
public:
    RouterDraw(Draw& draw, std::uint64_t seed, DrawnValues values)
        : draw_(draw), seed_(seed), values_(values) {}

    int value(const rtl::RouterParameter& parameter, const rtl::RouterParameters& drawn) {
        static const std::map<std::string, int (RouterDraw::*)(const rtl::RouterParameter&)> odds =
            {{"virtual_channels", &RouterDraw::few_sometimes_many},
             {"buffer_flits", &RouterDraw::short_sometimes_endless},
             {"buffers", &RouterDraw::third_own},
             {"reserved", &RouterDraw::third_more_own},
             {"switching", &RouterDraw::half_the_first},
             {"organisation", &RouterDraw::standard},
             {"service", &RouterDraw::standard},
             {"pipeline", &RouterDraw::any},
             {"extra_stages", &RouterDraw::half_own},
             {"lookahead", &RouterDraw::third_own},
             {"speculation", &RouterDraw::half_own},
             {"bypass", &RouterDraw::third_own},
             {"allocators.vc", &RouterDraw::vc_allocator},
             {"allocators.switch", &RouterDraw::switch_allocator},
             {"arbiter", &RouterDraw::default_or_any},
             {"input_speedup", &RouterDraw::third_more_own},
             {"priority", &RouterDraw::half_own},
             {"vc_reuse", &RouterDraw::third_the_last},
             {"injection_ports", &RouterDraw::third_all},
             {"ejection_ports", &RouterDraw::third_all},
             {"injection_vcs", &RouterDraw::half_all},
             {"injection_order", &RouterDraw::third_own},
             {"ejection_vcs", &RouterDraw::any},
             {"message_classes", &RouterDraw::message_classes},
             {"flit_bytes", &RouterDraw::standard}};
        most_ = parameter.maximum;
        if (!parameter.bound.empty()) {
            most_ = std::min(most_, rtl::router_parameter(parameter.bound).get(drawn));
        }
        const auto found = odds.find(parameter.key);
        if (found != odds.end()) {
            return (this->*found->second)(parameter);
        }
        Draw own = stream_of(parameter);
        return own.number(parameter.minimum, std::min(most_, parameter.minimum + 7));
    }

private:
    using P = const rtl::RouterParameter&;
    int few_sometimes_many(P) { return draw_.chance(8) ? draw_.number(9, 17) : draw_.number(1, 5); }
    int short_sometimes_endless(P p) {
        return draw_.chance(8) ? p.word_value : draw_.number(p.minimum, 10);
    }
    int half_the_first(P p) { return std::max(0, draw_.number(-1, p.maximum)); }
    int any(P p) { return draw_.number(p.minimum, p.maximum); }
    /// Half of them what the engine has its own code for, all three parameters together.
    int default_or_any(P p) { return any_allocation_ ? any(p) : p.standard(); }
    /// As before there was at_switch, and then a third of all anew.
    int vc_allocator(P p) {
        any_allocation_ = draw_.chance(2);
        const int drawn = any_allocation_ ? draw_.number(0, p.maximum - 1) : p.standard();
        Draw own = stream_of(p);
        return values_ == DrawnValues::all && own.chance(3) ? p.maximum : drawn;
    }
    /// As before there was a fourth one, and then half of these anew.
    int switch_allocator(P p) {
        constexpr int kFirst = 3;
        const int drawn = any_allocation_ ? draw_.number(0, kFirst - 1) : p.standard();
        Draw own = stream_of(p);
        return any_allocation_ && own.chance(2) ? own.number(kFirst, p.maximum) : drawn;
    }
    int third_own(P p) {
        Draw own = stream_of(p);
        return values_ == DrawnValues::all && own.chance(3) ? p.maximum : p.minimum;
    }
    int half_own(P p) {
        Draw own = stream_of(p);
        return values_ == DrawnValues::all && own.chance(2) ? own.number(p.minimum + 1, p.maximum)
                                                            : p.minimum;
    }
    int third_more_own(P p) {
        Draw own = stream_of(p);
        return values_ == DrawnValues::all && most_ > p.minimum && own.chance(3)
                   ? own.number(p.minimum + 1, most_)
                   : p.minimum;
    }
    int third_the_last(P p) { return draw_.chance(3) ? p.maximum : p.minimum; }
    int third_all(P p) { return draw_.chance(3) ? p.word_value : draw_.number(p.minimum, 3); }
    int half_all(P p) { return draw_.chance(2) ? p.word_value : draw_.number(p.minimum, most_); }
    /// A third has several, and of these half any number.
    int message_classes(P p) {
        const int drawn = most_ > 1 && draw_.chance(3) ? 2 : p.minimum;
        Draw own = stream_of(p);
        return values_ == DrawnValues::all && drawn > 1 && own.chance(2) ? own.number(2, most_)
                                                                         : drawn;
    }
    int standard(P p) { return p.standard(); }

    /// Of this parameter alone, so that one more parameter changes nothing in the others.
    Draw stream_of(P p) const {
        return Draw(
            std::accumulate(p.key.begin(), p.key.end(), seed_, [](std::uint64_t hash, char c) {
                return mix64(hash ^ static_cast<unsigned char>(c));
            }));
    }

    Draw& draw_;
    std::uint64_t seed_;
    DrawnValues values_;
    int most_ = 0;  ///< of the parameter, with what bounds it
    bool any_allocation_ = false;
};

void draw_router(CrosscheckScenario& s, Draw& draw, DrawnValues values) {
    RouterDraw router(draw, s.seed, values);
    for (const rtl::RouterParameter& each : rtl::router_parameters()) {
        each.set(s.router, router.value(each, s.router));
    }
    for (std::size_t i = 0; i < s.topology->link_classes().size(); ++i) {
        s.links.push_back(
            {draw.chance(2) ? 0 : draw.number(0, 4), draw.chance(4) ? draw.number(1, 5) : 1});
    }
    s.ties_random = draw.chance(2);
}

/// Links with VCs of their own: one for each VC class at least, of two message classes or more.
void draw_link_vcs(CrosscheckScenario& s, Draw& draw) {
    int& vcs = s.router.virtual_channels;
    const int least = std::max(2, s.router.message_classes) * s.routing->vc_classes();
    if (s.routing->escape() != nullptr) {
        vcs = std::max(vcs, least);
    }
    if (vcs > least && draw.chance(2)) {
        for (rtl::LinkParameters& link : s.links) {
            link.virtual_channels = draw.number(least, vcs);
        }
    }
}

/// Half of several message classes get numbers of VCs of their own, where nothing excludes that.
void draw_class_vcs(CrosscheckScenario& s, Draw& draw) {
    const int classes = s.router.message_classes;
    if (classes == 1 || s.router.injection_vcs != rtl::kAll ||
        s.links.front().virtual_channels != 0 || !draw.chance(2)) {
        return;
    }
    const int least = s.routing->escape() != nullptr ? s.routing->vc_classes() : 1;
    s.router.class_vcs.assign(static_cast<std::size_t>(classes), least);
    for (int spare = s.router.virtual_channels - classes * least; spare > 0; --spare) {
        ++s.router.class_vcs[static_cast<std::size_t>(draw.number(0, classes - 1))];
    }
}

void draw_traffic(CrosscheckScenario& s, Draw& draw) {
    TrafficConfig& t = s.traffic;
    t.pattern.name = draw.one_of<const char*>({"uniform", "uniform", "neighbor", "hotspot"});
    t.pattern.options = {};
    if (t.pattern.name == "hotspot") {
        t.pattern.options.set("nodes", std::vector<std::int64_t>{0});
        t.pattern.options.set("fraction", 0.3);
    }
    t.arrivals.name = draw.one_of<const char*>({"bernoulli", "poisson", "periodic"});
    t.arrivals.options = {};
    const int mean = draw.number(1, 12);
    t.length.name = "fixed";
    t.length.options = {{"mean", std::int64_t{mean}}};
    if (s.router.switching != rtl::Switching::wormhole) {
        if (s.router.buffer_flits != rtl::kUnbounded) {
            s.router.buffer_flits += mean;
        }
    } else if (draw.chance(2)) {
        t.length.name = "bimodal";
        t.length.options = {
            {"short", std::int64_t{1}}, {"long", std::int64_t{2 * mean}}, {"long_fraction", 0.4}};
    }
    // From nearly idle to far beyond saturation, in flits per node and cycle.
    const double load = 0.004 * std::pow(2.0, draw.number(0, 8));
    t.rate = std::min(1.0, load / mean);
    t.startup_cycles = draw.chance(3) ? draw.number(1, 5) : 0;
    s.class_every = draw.number(1, 3);
    s.generate_until = draw.number(200, 900);
    s.end = s.generate_until + (draw.chance(2) ? 2000 : 0);
}

/// Messages of a source up to an edge; keeps a hash of what is delivered.
class ScenarioClient final : public rtl::NetworkClient {
public:
    ScenarioClient(const CrosscheckScenario& scenario, MessageSource& source, ScenarioHook hook)
        : scenario_(scenario), source_(source), hook_(std::move(hook)) {}

    rtl::Cycle next_edge() const override {
        const rtl::Cycle drained = scenario_.ends_drained
                                       ? std::max(next_check_, check_from(scenario_.generate_until))
                                       : rtl::kNever;
        return std::min({wanted(), scenario_.end, hook_.from, drained});
    }

    bool at_edge(rtl::Cycle edge, rtl::Network& network) override {
        if (edge == source_.next_edge() && edge < scenario_.generate_until) {
            for (const rtl::Message& each : source_.messages_at(edge)) {
                const rtl::Message message = scenario_.settled(each);
                if (hook_.joins && !hook_.joins(message)) {
                    continue;
                }
                backlog_ += network.queued(message.source, network.queue_of(message));
                network.offer(message);
            }
        }
        if (edge == hook_.from) {
            hook_.from = hook_.act(edge) ? rtl::kNever : edge + 1;
        }
        if (edge >= next_check_) {
            network.check_invariants();
            next_check_ = check_from(edge + 1);
        }
        return edge < scenario_.end && !(scenario_.ends_drained && was_drained(edge, network));
    }

    void delivered(const rtl::Delivery& d) override {
        if (d.message.header == nullptr && d.node != d.message.destination) {
            throw std::logic_error("message " + std::to_string(d.message.id) +
                                   " delivered at node " + std::to_string(d.node));
        }
        for (const std::int64_t value :
             {static_cast<std::int64_t>(d.message.id), d.message.generated, d.injected, d.departed,
              d.arrived, d.delivered, static_cast<std::int64_t>(d.hops)}) {
            hash_ = mix64(hash_ ^ static_cast<std::uint64_t>(value));
        }
    }

    std::uint64_t hash() const { return hash_; }
    std::uint64_t backlog() const { return backlog_; }

private:
    static constexpr rtl::Cycle kChecksEvery = 97;
    static rtl::Cycle check_from(rtl::Cycle edge) {
        return (edge + kChecksEvery - 1) / kChecksEvery * kChecksEvery;
    }

    /// At a check and at the one before it nothing was under way and nothing will be. All levels
    /// call the client at these edges.
    bool was_drained(rtl::Cycle edge, const rtl::Network& network) {
        if (edge < scenario_.generate_until || edge % kChecksEvery != 0) {
            return false;
        }
        const rtl::NetworkCounters c = network.counters();
        const bool before = drained_;
        drained_ = c.messages_offered == c.messages_delivered + c.messages_purged &&
                   (hook_.from == rtl::kNever || hook_.from == edge + 1);
        return before && drained_;
    }

    rtl::Cycle wanted() const {
        return source_.next_edge() < scenario_.generate_until ? source_.next_edge() : rtl::kNever;
    }

    const CrosscheckScenario& scenario_;
    MessageSource& source_;
    ScenarioHook hook_;
    std::uint64_t hash_ = 0;
    std::uint64_t backlog_ = 0;
    rtl::Cycle next_check_ = 0;
    bool drained_ = false;  ///< at the last check
};

}  // namespace

CrosscheckScenario::CrosscheckScenario(std::uint64_t scenario_seed, DrawnValues values)
    : seed(scenario_seed), gating(drawn_clock_gating(scenario_seed)) {
    Draw draw(seed);
    DrawnNetwork network = draw_cube_or_mesh(draw);
    // From a stream of its own, so that the other scenarios stay what they were.
    Draw other(mix64(seed));
    if (values == DrawnValues::all && other.chance(3)) {
        network = draw_other_network(other);
    }
    take(std::move(network));
    draw_router(*this, draw, values);
    settle_ideas(*this);
    if (values == DrawnValues::all) {
        draw_link_vcs(*this, other);
        draw_class_vcs(*this, other);
    }
    settle_buffers(*this);
    draw_traffic(*this, draw);
}

CrosscheckScenario::CrosscheckScenario(std::uint64_t scenario_seed, const std::string& kind)
    : seed(scenario_seed), gating(drawn_clock_gating(scenario_seed)) {
    Draw draw(mix64(seed));
    take(draw_network_with_nodes_apart(kind, draw));
    draw_router(*this, draw, DrawnValues::all);
    settle_ideas(*this);
    if (routing->selection() == topo::RouteSelection::ugal && router.injection_ports == rtl::kAll) {
        router.injection_ports = 2;  // refused: config_checks.cpp
    }
    draw_link_vcs(*this, draw);
    draw_class_vcs(*this, draw);
    settle_buffers(*this);
    draw_traffic(*this, draw);
}

void CrosscheckScenario::take(DrawnNetwork network) {
    name = network.name;
    topology = std::move(network.topology);
    routing = std::move(network.routing);
}

rtl::NetworkDescription CrosscheckScenario::description() const {
    rtl::NetworkDescription d;
    d.topology = topology.get();
    d.routing = routing.get();
    d.router = router;
    d.links = links;
    d.seed = seed;
    d.ties_random = ties_random;
    d.service_flits = service_flits;
    d.clock_gates = clock_gates(gating, seed, topology->routers());
    return d;
}

rtl::Message CrosscheckScenario::settled(rtl::Message message) const {
    message.message_class = class_of(message.id);
    if (ages > 0) {
        message.generated -=
            static_cast<rtl::Cycle>(mix64(seed + message.id) % static_cast<std::uint64_t>(ages));
    }
    return message;
}

std::vector<rtl::Message> CrosscheckScenario::messages() const {
    MessageSource source(traffic, *topology, seed);
    std::vector<rtl::Message> all;
    while (source.next_edge() < generate_until) {
        for (const rtl::Message& message : source.messages_at(source.next_edge())) {
            all.push_back(settled(message));
        }
    }
    return all;
}

std::string CrosscheckScenario::text() const {
    std::string text = "scenario " + std::to_string(seed) + ": " + name;
    const auto add = [&text](const char* key, auto value) {
        text += std::string(" ") + key + "=" + std::to_string(value);
    };
    for (const rtl::RouterParameter& each : rtl::router_parameters()) {
        text += " " + each.key + "=" + each.text(router);
    }
    for (const int vcs : router.class_vcs) {
        add("class_vcs", vcs);
    }
    for (const rtl::LinkParameters& link : links) {
        text += " link " + std::to_string(link.latency) + "/" +
                std::to_string(link.cycles_per_flit) +
                (link.virtual_channels == 0 ? ""
                                            : "/" + std::to_string(link.virtual_channels) + " VCs");
    }
    add("rate", traffic.rate);
    text += " " + traffic.pattern.name + " " + traffic.length.name;
    add("ages", ages);
    add("until", generate_until);
    add("end", end);
    return text + " clock gates " + name_of(gating);
}

RunReport run_scenario(const CrosscheckScenario& scenario, rtl::Network& network,
                       const ScenarioHook& hook) {
    MessageSource source(scenario.traffic, *scenario.topology, scenario.seed);
    ScenarioClient client(scenario, source, hook);
    run_in_pieces(network, client, scenario.generate_until, scenario.gating);
    network.check_invariants();
    const rtl::NetworkCounters c = network.counters();
    RunReport report;
    report.cycles = network.now();
    report.messages = c.messages_delivered;
    report.report = {{"flits_injected", c.flits_injected},
                     {"flits_ejected", c.flits_ejected},
                     {"flit_hops", c.flit_hops},
                     {"speculative_grants", c.speculative_grants},
                     {"wasted_grants", c.wasted_grants},
                     {"messages_offered", c.messages_offered},
                     {"messages_injected", c.messages_injected},
                     {"messages_delivered", c.messages_delivered},
                     {"deliveries", client.hash()},
                     {"backlog", client.backlog()}};
    report.report.update(state_report(network, scenario));
    if (scenario.router.bypass) {
        report.report["flits_bypassed"] = c.flits_bypassed;
    }
    return report;
}

CheckedRun checked_run(const CrosscheckScenario& scenario, const std::string& level,
                       MakeNetwork make) {
    return {level, [&scenario, make](rtl::NetworkObserver& observer) {
                rtl::NetworkDescription description = scenario.description();
                description.observer = &observer;
                return run_scenario(scenario, *make(description));
            }};
}

}  // namespace flitscope::tb
