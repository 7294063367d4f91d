#include "testbenches/tests/whole/page_reference/page_scenario.h"

#include <algorithm>

#include "common/mix64.h"
#include "rtl_models/router/router_parameter_table.h"
#include "rtl_models/router/vc_mask.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

PageScenario::PageScenario(std::uint64_t scenario_seed, DrawnMessages kinds) : seed(scenario_seed) {
    Draw draw(seed);
    draw_network(draw);
    if (kinds == DrawnMessages::unicasts) {
        header_routings.clear();
    }
    draw_router(draw);
    draw_class_vcs();
    router.vc_choice = static_cast<rtl::VcChoice>(Draw(mix64(seed ^ 0xc401ce)).number(0, 2));
    draw_buffers();
    if (kinds == DrawnMessages::unicasts) {
        draw_ideas();
    }
    draw_priority();
    draw_messages(draw, kinds);
}

/// Of a third, up to eight message classes with numbers of VCs of their own.
void PageScenario::draw_class_vcs() {
    Draw own(mix64(seed ^ 0xc1a55));
    if (router.message_classes == 1 || !own.chance(3)) {
        return;
    }
    router.message_classes = own.number(2, std::min(8, router.virtual_channels));
    router.injection_vcs = rtl::kAll;
    for (rtl::LinkParameters& link : links) {
        link.virtual_channels = 0;
    }
    router.class_vcs.assign(static_cast<std::size_t>(router.message_classes), 1);
    for (int spare = router.virtual_channels - router.message_classes; spare > 0; --spare) {
        ++router.class_vcs[static_cast<std::size_t>(own.number(0, router.message_classes - 1))];
    }
}

/// A third of those that can share buffers does.
void PageScenario::draw_buffers() {
    Draw own(mix64(seed ^ 0xb0ffe5));
    if (router.switching == rtl::Switching::wormhole && router.buffer_flits != rtl::kUnbounded &&
        links.front().virtual_channels == 0 && own.chance(3)) {
        router.buffers = rtl::Buffers::shared;
        router.reserved = own.number(1, router.buffer_flits);
    }
}

/// From a stream of their own, so that the others stay what they were.
void PageScenario::draw_ideas() {
    Draw own(mix64(seed));
    router.injection_order =
        static_cast<rtl::InjectionOrder>(Draw(mix64(seed ^ 0x1b1)).number(0, 1));
    router.lookahead = own.chance(3);
    if (own.chance(3)) {
        router.vc_allocator = rtl::VcAllocatorKind::at_switch;
    } else if (own.chance(3)) {
        router.speculation = static_cast<rtl::Speculation>(own.number(1, 2));
    }
    const bool two_deepest = router.vc_at_switch() || router.speculates();
    router.bypass = !two_deepest && own.chance(2);
    const int shallowest = two_deepest ? router.deepest() - 1 : router.bypass ? 2 : 1;
    router.pipeline = std::clamp(router.pipeline, shallowest, router.deepest());
    if (!router.speculates() && !router.bypass && own.chance(3)) {
        router.input_speedup = own.number(1, router.virtual_channels);
        for (topo::RouterId r = 0; r < topology->routers(); ++r) {  // as level signal has room for
            const int inputs = rtl::port_layout(router, *topology, r).inputs();
            router.input_speedup = std::min(router.input_speedup, rtl::kMaxInputs / inputs);
        }
    }
}

/// Of two thirds of those whose allocators have arbiters.
void PageScenario::draw_priority() {
    Draw stages(mix64(seed ^ 0xe57));
    router.extra_stages = stages.chance(3) ? stages.number(1, rtl::kMaxExtraStages) : 0;
    Draw own(mix64(seed ^ 0xa9e));
    const bool arbiters = router.vc_allocator != rtl::VcAllocatorKind::wavefront &&
                          router.switch_allocator != rtl::SwitchAllocatorKind::wavefront;
    if (arbiters && !own.chance(3)) {
        router.priority = router.message_classes > 1 && own.chance(2) ? rtl::Priority::message_class
                                                                      : rtl::Priority::age;
    }
}

void PageScenario::draw_network(Draw& draw) {
    const auto size = [&draw](int dimensions, int low, int high) {
        std::vector<std::int64_t> sizes;
        for (int d = 0; d < dimensions; ++d) {
            sizes.push_back(draw.number(low, high));
        }
        return Options{{"size", sizes}};
    };
    const auto route = [&](const char* algorithm, const Options& options = {}) {
        return topo::make_routing(algorithm, *topology, options);
    };
    switch (draw.number(0, 6)) {
        case 0:
        case 1:
        case 2:
            topology =
                topo::make_topology("hypercube", {{"dimensions", std::int64_t{draw.number(1, 4)}}});
            routing = route("ecube", {{"order", draw.word({"high_first", "low_first"})}});
            header_routings.push_back(route("ecube", {{"order", std::string("low_first")}}));
            break;
        case 3:
        case 4:
            topology = topo::make_topology("mesh", size(2, 2, 4));
            routing = route("dimension_order");
            header_routings.push_back(route("hamiltonian"));
            break;
        case 5:
            topology = topo::make_topology("mesh", size(3, 2, 3));
            routing = route("dimension_order");
            header_routings.push_back(route("hamiltonian"));
            break;
        default:  // two VC classes
            topology = topo::make_topology("torus", size(draw.number(1, 2), 3, 4));
            routing = route("dimension_order");
            header_routings.push_back(route("dimension_order"));
    }
    if (draw.chance(3)) {
        header_routings.push_back(route(routing->algorithm().c_str()));
        std::swap(header_routings[0], header_routings[static_cast<std::size_t>(draw.number(0, 1))]);
    }
    name =
        topology->kind() + " of " + std::to_string(topology->nodes()) + " " + routing->algorithm();
}

void PageScenario::draw_router(Draw& draw) {
    router.virtual_channels = draw.chance(8) ? draw.number(6, 17) : draw.number(1, 5);
    router.buffer_flits = draw.chance(10) ? rtl::kUnbounded : draw.number(1, 6);
    router.switching = static_cast<rtl::Switching>(std::max(0, draw.number(-1, 2)));
    router.pipeline = draw.number(1, 4);
    router.vc_allocator = static_cast<rtl::VcAllocatorKind>(draw.number(0, 2));
    router.switch_allocator = static_cast<rtl::SwitchAllocatorKind>(draw.number(0, 3));
    router.iterations = draw.number(1, 3);
    router.arbiter = static_cast<rtl::ArbiterKind>(draw.number(0, 1));
    router.arbiter_state = static_cast<rtl::ArbiterState>(draw.number(0, 1));
    router.vc_reuse = static_cast<rtl::VcReuse>(draw.chance(3) ? 1 : 0);
    router.injection_ports = draw.chance(3) ? rtl::kAll : draw.number(1, 3);
    router.ejection_ports = draw.chance(3) ? rtl::kAll : draw.number(1, 3);
    router.injection_vcs = draw.chance(2) ? rtl::kAll : draw.number(1, router.virtual_channels);
    router.ejection_vcs = static_cast<rtl::EjectionVcs>(draw.number(0, 2));
    router.message_classes = router.virtual_channels > 1 && draw.chance(3) ? 2 : 1;
    addresses_per_flit = draw.number(0, 3);
    int classes = routing->vc_classes();
    for (const auto& each : header_routings) {
        classes += each->vc_classes();
    }
    classes *= router.message_classes;
    const bool own_vcs = router.virtual_channels > classes && draw.chance(3);
    for (std::size_t i = 0; i < topology->link_classes().size(); ++i) {
        rtl::LinkParameters link;
        link.latency = draw.chance(2) ? 0 : draw.number(0, 3);
        link.cycles_per_flit = draw.chance(4) ? draw.number(1, 4) : 1;
        link.virtual_channels = own_vcs ? draw.number(classes, router.virtual_channels) : 0;
        links.push_back(link);
    }
}

void PageScenario::draw_messages(Draw& draw, DrawnMessages kinds) {
    const int nodes = topology->nodes();
    const int longest = draw.number(1, 9);
    const int every = draw.number(1, 40);  // a node offers one in so many cycles, on average
    repeats_ = draw.chance(3);
    const int multicasts = draw.number(1, 4);  // one in so many
    const rtl::Cycle until = draw.number(100, 500);
    end = until + (draw.chance(2) ? 300 : draw.number(1, 30));
    std::vector<std::uint32_t> sequence(static_cast<std::size_t>(nodes));
    std::uint32_t most_flits = 1;
    for (rtl::Cycle edge = 0; edge < until; ++edge) {
        for (topo::NodeId node = 0; node < nodes; ++node) {
            for (int more = draw.chance(8) ? 2 : 1; more > 0 && draw.chance(every); --more) {
                rtl::Message message;
                message.id = messages.size();
                message.source = node;
                message.destination = draw.number(0, nodes - 1);
                message.length = static_cast<std::uint32_t>(draw.number(1, longest));
                message.sequence = sequence[static_cast<std::size_t>(node)]++;
                message.message_class = draw.number(0, router.message_classes - 1);
                message.generated = edge;
                if (kinds == DrawnMessages::with_multicasts && draw.chance(multicasts)) {
                    draw_header(draw, message);
                }
                most_flits = std::max(most_flits, message.length);
                messages.push_back(message);
            }
        }
    }
    if (router.switching != rtl::Switching::wormhole && router.buffer_flits != rtl::kUnbounded) {
        router.buffer_flits = static_cast<int>(most_flits) + router.buffer_flits - 1;
    }
}

void PageScenario::draw_header(Draw& draw, rtl::Message& message) {
    const int nodes = topology->nodes();
    auto header = std::make_unique<rtl::Header>();
    header->routing = draw.number(0, static_cast<int>(header_routings.size()) - 1);
    const bool coded = draw.chance(3);
    const int entries = coded ? draw.number(1, 2) : draw.number(1, 7);
    for (int i = 0; i < entries; ++i) {
        rtl::HeaderEntry entry;
        entry.address = draw.number(0, nodes - 1);
        const topo::NodeId before = i == 0 ? message.source : header->entries.back().address;
        while (entry.address == before && (i == 0 || !repeats_)) {
            entry.address = draw.number(0, nodes - 1);
        }
        if (coded) {
            entry.control = draw.one_of({rtl::Control::pass, rtl::Control::receive,
                                         rtl::Control::receive, rtl::Control::stop});
        }
        if (draw.chance(40)) {
            entry.control = rtl::Control::none;
        }
        header->entries.push_back(entry);
    }
    if (draw.chance(6)) {
        do {
            header->first_port = draw.number(0, topology->ports(message.source) - 1);
        } while (!topology->peer(message.source, header->first_port).connected());
    }
    message.destination = header->entries.back().address;
    const std::uint32_t least =
        addresses_per_flit == 0
            ? 1
            : static_cast<std::uint32_t>((entries + addresses_per_flit - 1) / addresses_per_flit);
    message.length = least + message.length - 1;
    message.header = header.get();
    headers_.push_back(std::move(header));
}

rtl::NetworkDescription PageScenario::description() const {
    rtl::NetworkDescription d;
    d.topology = topology.get();
    d.routing = routing.get();
    d.router = router;
    d.headers.addresses_per_flit = addresses_per_flit;
    d.headers.longest = 1;
    for (const auto& header : headers_) {
        d.headers.longest = std::max(d.headers.longest, static_cast<int>(header->entries.size()));
    }
    for (const auto& each : header_routings) {
        d.headers.routings.push_back(each);
    }
    d.links = links;
    d.seed = seed;
    d.clock_gates = clock_gates(gating(), seed, topology->nodes());
    return d;
}

std::string PageScenario::text() const {
    std::string text =
        "scenario " + std::to_string(seed) + ": " + name + " clock gates " + name_of(gating());
    for (const rtl::RouterParameter& each : rtl::router_parameters()) {
        text += " " + each.key + "=" + each.text(router);
    }
    for (const int vcs : router.class_vcs) {
        text += " class_vcs " + std::to_string(vcs);
    }
    for (const rtl::LinkParameters& link : links) {
        text += " link " + std::to_string(link.latency) + "/" +
                std::to_string(link.cycles_per_flit) + "/" + std::to_string(link.virtual_channels);
    }
    for (const auto& each : header_routings) {
        text += " headers by " + each->algorithm();
    }
    return text + " addresses_per_flit=" + std::to_string(addresses_per_flit) +
           " messages=" + std::to_string(messages.size()) + " end=" + std::to_string(end);
}

}  // namespace flitscope::tb
