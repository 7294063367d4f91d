#include "testbenches/drive/measurement/channel_statistics.h"

#include <algorithm>

#include "topologies/channels.h"

namespace flitscope::tb {

namespace {

void add(rtl::ChannelCounters& sum, const rtl::ChannelCounters& counters) {
    sum.flits += counters.flits;
    sum.heads += counters.heads;
    sum.heads_blocked += counters.heads_blocked;
    if (sum.vc_busy_cycles.size() < counters.vc_busy_cycles.size()) {
        sum.vc_busy_cycles.resize(counters.vc_busy_cycles.size());
    }
    for (std::size_t v = 0; v < counters.vc_busy_cycles.size(); ++v) {
        sum.vc_busy_cycles[v] += counters.vc_busy_cycles[v];
    }
}

}  // namespace

ChannelSnapshot::ChannelSnapshot(const rtl::Network& network, bool per_channel) {
    const topo::Topology& topology = *network.description().topology;
    classes_.resize(topology.link_classes().size());
    topo::for_each_channel(topology, [&](auto node, auto port, const topo::PortPeer& peer) {
        const auto link_class = static_cast<std::size_t>(topology.link_class(node, port));
        rtl::ChannelCounters counters = network.channel_counters(node, port);
        add(classes_[link_class].counters, counters);
        ++classes_[link_class].channels;
        if (per_channel) {
            channels_.push_back({node, peer.node, link_class, std::move(counters)});
        }
    });
    std::stable_sort(channels_.begin(), channels_.end(), [](const Channel& a, const Channel& b) {
        return a.link_class < b.link_class;
    });
}

ChannelLoad ChannelSnapshot::load(const rtl::ChannelCounters& start,
                                  const rtl::ChannelCounters& end, double channel_cycles,
                                  int cycles_per_flit) {
    ChannelLoad load;
    load.utilisation =
        static_cast<double>(end.flits - start.flits) * cycles_per_flit / channel_cycles;
    if (end.heads > start.heads) {
        load.blocking_probability = static_cast<double>(end.heads_blocked - start.heads_blocked) /
                                    static_cast<double>(end.heads - start.heads);
    }
    return load;
}

ChannelResult ChannelSnapshot::result(const rtl::ChannelCounters& start,
                                      const rtl::ChannelCounters& end, double channel_cycles,
                                      int cycles_per_flit) {
    ChannelResult result{load(start, end, channel_cycles, cycles_per_flit)};
    for (std::size_t v = 0; v < end.vc_busy_cycles.size(); ++v) {
        const std::uint64_t before = v < start.vc_busy_cycles.size() ? start.vc_busy_cycles[v] : 0;
        result.vc_busy.push_back(static_cast<double>(end.vc_busy_cycles[v] - before) /
                                 channel_cycles);
    }
    return result;
}

std::vector<ChannelClassResult> ChannelSnapshot::between(
    const ChannelSnapshot& start, const ChannelSnapshot& end, rtl::Cycle cycles,
    const rtl::NetworkDescription& description) {
    const std::vector<std::string> names = description.topology->link_classes();
    std::vector<ChannelClassResult> results;
    std::size_t c = 0;  // the next channel
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (end.classes_[i].channels == 0) {
            continue;
        }
        const double channel_cycles =
            static_cast<double>(cycles) * static_cast<double>(end.classes_[i].channels);
        results.push_back({names[i],
                           result(start.classes_[i].counters, end.classes_[i].counters,
                                  channel_cycles, description.links[i].cycles_per_flit),
                           {}});
        for (; c < end.channels_.size() && end.channels_[c].link_class == i; ++c) {
            const Channel& channel = end.channels_[c];
            ChannelResult one =
                result(start.channels_[c].counters, channel.counters, static_cast<double>(cycles),
                       description.links[i].cycles_per_flit);
            one.from = channel.from;
            one.to = channel.to;
            one.from_coordinates = description.topology->coordinates(channel.from);
            one.to_coordinates = description.topology->coordinates(channel.to);
            results.back().channels.push_back(std::move(one));
        }
    }
    return results;
}

std::vector<ChannelLoad> ChannelSnapshot::loads(const ChannelSnapshot& start,
                                                const ChannelSnapshot& end, rtl::Cycle cycles,
                                                const rtl::NetworkDescription& description) {
    static const rtl::ChannelCounters kNothingYet{};
    std::vector<ChannelLoad> loads;
    for (std::size_t c = 0; c < end.channels_.size(); ++c) {
        const Channel& channel = end.channels_[c];
        loads.push_back(load(start.channels_.empty() ? kNothingYet : start.channels_[c].counters,
                             channel.counters, static_cast<double>(cycles),
                             description.links[channel.link_class].cycles_per_flit));
    }
    return loads;
}

PortSnapshot::PortSnapshot(const rtl::Network& network) {
    const rtl::NetworkDescription& description = network.description();
    const topo::Topology& topology = *description.topology;
    for (topo::RouterId router = 0; router < topology.routers(); ++router) {
        const rtl::PortLayout ports = rtl::port_layout(description.router, topology, router);
        const topo::NodeId first = topology.first_node(router);
        // An unconnected network port has no local port.
        const auto has_input = [&](int port) {
            const topo::PortId queue = rtl::queue_port(description.router, ports, port);
            const topo::PortId network_port = port < ports.network ? port : queue;
            return network_port < 0 || topology.peer(router, network_port).connected();
        };
        for (int port = ports.network; port < ports.inputs(); ++port) {
            if (has_input(port)) {
                injection_.push_back({first + (port - ports.network) / ports.injection, port,
                                      network.injected_flits(router, port)});
            }
        }
        for (int port = ports.network; port < ports.outputs(); ++port) {
            const int local = port - ports.network;
            if (description.router.ejection_ports != rtl::kAll ||
                has_input(local % ports.ejection)) {
                ejection_.push_back(
                    {first + local / ports.ejection, port, network.ejected_flits(router, port)});
            }
        }
    }
}

std::vector<PortClassResult> PortSnapshot::between(const PortSnapshot& start,
                                                   const PortSnapshot& end, rtl::Cycle cycles,
                                                   bool per_port) {
    return {result("injection", start.injection_, end.injection_, cycles, per_port),
            result("ejection", start.ejection_, end.ejection_, cycles, per_port)};
}

PortClassResult PortSnapshot::result(const char* name, const Ports& start, const Ports& end,
                                     rtl::Cycle cycles, bool per_port) {
    PortClassResult result;
    result.name = name;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < end.size(); ++i) {
        const std::uint64_t flits = end[i].flits - start[i].flits;
        sum += flits;
        if (per_port) {
            result.ports.push_back({end[i].node, end[i].port,
                                    static_cast<double>(flits) / static_cast<double>(cycles)});
        }
    }
    if (!end.empty()) {
        result.utilisation = static_cast<double>(sum) /
                             (static_cast<double>(cycles) * static_cast<double>(end.size()));
    }
    return result;
}

std::vector<std::uint64_t> PortSnapshot::consumed(const PortSnapshot& start,
                                                  const PortSnapshot& end, topo::NodeId nodes) {
    std::vector<std::uint64_t> flits(static_cast<std::size_t>(nodes), 0);
    for (std::size_t i = 0; i < end.ejection_.size(); ++i) {
        flits[static_cast<std::size_t>(end.ejection_[i].node)] +=
            end.ejection_[i].flits - start.ejection_[i].flits;
    }
    return flits;
}

}  // namespace flitscope::tb
