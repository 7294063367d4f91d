#include "rtl_models/fast/engine/engine_layout.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace flitscope::tl {

namespace {

void require(bool ok, const std::string& what) {
    if (!ok) {
        throw std::invalid_argument("fast network: " + what);
    }
}

}  // namespace

EngineLayout::EngineLayout(const rtl::NetworkDescription& description) {
    require(description.topology != nullptr && description.routing != nullptr,
            "no topology or no routing");
    description.router.validate("fast network");
    require(!description.router.queued_outputs(), "queued outputs have an engine of their own");
    const topo::Topology& topology = *description.topology;
    rtl::check_links(description, "fast network");
    routers = static_cast<std::uint32_t>(topology.routers());
    vcs = static_cast<std::uint32_t>(description.router.virtual_channels);
    injection_vcs = static_cast<std::uint32_t>(rtl::injection_vc_count(description.router));
    ejection_vcs = static_cast<std::uint32_t>(rtl::ejection_vc_count(description.router));
    class_latency.push_back(0);
    number_ports(description);
    connect(description);
}

void EngineLayout::number_ports(const rtl::NetworkDescription& description) {
    network_ports.resize(routers);
    static_assert(rtl::kAll == 0, "as injection_ports");
    injection_ports = static_cast<std::uint32_t>(description.router.injection_ports);
    ejection_ports.resize(routers);
    local_outputs.resize(routers);
    // Whole blocks are read at a time.
    first_input_vc.resize(routers + kLanes, 0);
    first_injection_port.resize(routers + 1, 0);
    std::uint64_t input_ports = 0;
    for (std::uint32_t router = 0; router < routers; ++router) {
        const rtl::PortLayout ports = rtl::port_layout(description.router, *description.topology,
                                                       static_cast<topo::RouterId>(router));
        network_ports[router] = static_cast<std::uint32_t>(ports.network);
        ejection_ports[router] = static_cast<std::uint32_t>(ports.ejection);
        local_outputs[router] = static_cast<std::uint32_t>(ports.outputs() - ports.network);
        max_inputs = std::max(max_inputs, static_cast<std::uint32_t>(ports.inputs()));
        outputs_per_router =
            std::max(outputs_per_router, static_cast<std::uint32_t>(ports.outputs()));
        input_ports += static_cast<std::uint64_t>(ports.inputs());
        require(input_ports * vcs < kNone / 2, "more than 2^31 input VCs");
        first_input_vc[router + 1] = static_cast<std::uint32_t>(input_ports) * vcs;
        first_injection_port[router + 1] =
            first_injection_port[router] +
            static_cast<std::uint32_t>(ports.inputs() - ports.network);
    }
    require(max_inputs < 65536, "more than 65535 ports at a router");
    input_vcs = first_input_vc[routers];
    stride = vcs < 64 ? vcs + 1 : 64;
    ports_per_word = 64 / stride;
    while (ports_per_word << word_shift < max_inputs) {
        ++word_shift;
    }
    words = 1U << word_shift;
    one_word = words == 1;
    const std::uint64_t blocks = (routers + kLanes - 1) / kLanes;
    require(blocks * kLanes * outputs_per_router * words < kNone, "more than 2^32 request words");
    all_outputs = static_cast<std::uint32_t>(blocks * kLanes) * outputs_per_router;
    for (std::uint32_t bit = 0; bit < 64; ++bit) {
        local_of_bit.push_back(static_cast<std::uint8_t>(bit / stride * vcs + bit % stride));
    }
    for (std::uint32_t local = 0; local < max_inputs * vcs; ++local) {
        port_of_local.push_back(static_cast<std::uint16_t>(local / vcs));
        vc_of_local.push_back(static_cast<std::uint8_t>(local % vcs));
    }
}

void EngineLayout::connect(const rtl::NetworkDescription& description) {
    const topo::Topology& topology = *description.topology;
    first_output_vc.resize(all_outputs, kNone);
    router_of.resize(all_outputs, 0);
    class_of_output.resize(all_outputs, 0);
    feeder.resize(input_vcs / vcs, kNone);
    class_of_input.resize(input_vcs / vcs, 0);
    const bool slow = std::any_of(description.links.begin(), description.links.end(),
                                  [](const auto& link) { return link.cycles_per_flit > 1; });
    if (slow) {
        cycles_per_flit.resize(all_outputs, 1);
    }
    const auto own_vcs = [&](const rtl::LinkParameters& link) {
        return static_cast<std::uint32_t>(rtl::vcs_of_link(description.router, link));
    };
    if (std::any_of(description.links.begin(), description.links.end(),
                    [&](const auto& link) { return own_vcs(link) != vcs; })) {
        link_vcs.resize(all_outputs, 0);
    }
    std::uint64_t next_ejection_vc = input_vcs;
    for (std::uint32_t router = 0; router < routers; ++router) {
        for (std::uint32_t port = 0; port < network_ports[router]; ++port) {
            const std::uint32_t here = output(router, port);
            router_of[here] = router;
            const auto node = static_cast<topo::NodeId>(router);
            const topo::PortPeer peer = topology.peer(node, static_cast<topo::PortId>(port));
            if (!peer.connected()) {
                continue;
            }
            const auto there = input_port(static_cast<std::uint32_t>(peer.node),
                                          static_cast<std::uint32_t>(peer.port));
            const rtl::LinkParameters& link = description.links[static_cast<std::size_t>(
                topology.link_class(node, static_cast<topo::PortId>(port)))];
            require(link.latency >= 0 && link.cycles_per_flit >= 1,
                    "latency must be >= 0 and cycles_per_flit >= 1");
            require(own_vcs(link) >= 1 && own_vcs(link) <= vcs,
                    "the virtual_channels of a link must be 1..those of the router");
            if (!link_vcs.empty()) {
                link_vcs[here] = static_cast<std::uint8_t>(own_vcs(link));
            }
            first_output_vc[here] = there * vcs;
            feeder[there] = here;
            class_of_output[here] = latency_class(static_cast<std::uint32_t>(link.latency));
            class_of_input[there] = class_of_output[here];
            if (slow) {
                cycles_per_flit[here] = static_cast<std::uint32_t>(link.cycles_per_flit);
                max_cycles_per_flit = std::max(max_cycles_per_flit, cycles_per_flit[here]);
            }
        }
        for (std::uint32_t i = first_injection_port[router]; i < first_injection_port[router + 1];
             ++i) {
            feeder[input_port(router, network_ports[router] + i - first_injection_port[router])] =
                i;
        }
        for (std::uint32_t port = network_ports[router]; port < outputs(router); ++port) {
            router_of[output(router, port)] = router;
            first_output_vc[output(router, port)] = static_cast<std::uint32_t>(next_ejection_vc);
            next_ejection_vc += ejection_vcs;
        }
    }
    require(next_ejection_vc < kNone, "more than 2^32 output VCs");
    output_vcs = static_cast<std::uint32_t>(next_ejection_vc);
}

std::uint8_t EngineLayout::latency_class(std::uint32_t latency) {
    max_latency = std::max(max_latency, latency);
    for (std::size_t i = 1; i < class_latency.size(); ++i) {
        if (class_latency[i] == latency) {
            return static_cast<std::uint8_t>(i);
        }
    }
    require(class_latency.size() < 256, "more than 255 different link latencies");
    class_latency.push_back(latency);
    return static_cast<std::uint8_t>(class_latency.size() - 1);
}

}  // namespace flitscope::tl
