#include "testbenches/drive/measurement/channel_statistics.h"

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
}

ChannelResult ChannelSnapshot::result(const rtl::ChannelCounters& start,
                                      const rtl::ChannelCounters& end, double channel_cycles,
                                      int cycles_per_flit) {
    ChannelResult result;
    result.utilisation =
        static_cast<double>(end.flits - start.flits) * cycles_per_flit / channel_cycles;
    if (end.heads > start.heads) {
        result.blocking_probability = static_cast<double>(end.heads_blocked - start.heads_blocked) /
                                      static_cast<double>(end.heads - start.heads);
    }
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
        for (std::size_t c = 0; c < end.channels_.size(); ++c) {
            const Channel& channel = end.channels_[c];
            if (channel.link_class == i) {
                ChannelResult one =
                    result(start.channels_[c].counters, channel.counters,
                           static_cast<double>(cycles), description.links[i].cycles_per_flit);
                one.from = channel.from;
                one.to = channel.to;
                one.from_coordinates = description.topology->coordinates(channel.from);
                one.to_coordinates = description.topology->coordinates(channel.to);
                results.back().channels.push_back(std::move(one));
            }
        }
    }
    return results;
}

std::vector<ChannelLoad> ChannelSnapshot::loads(const ChannelSnapshot& start,
                                                const ChannelSnapshot& end, rtl::Cycle cycles,
                                                const rtl::NetworkDescription& description) {
    static const rtl::ChannelCounters kNothingYet{};
    std::vector<ChannelLoad> loads;
    for (std::size_t i = 0; i < end.classes_.size(); ++i) {
        for (std::size_t c = 0; c < end.channels_.size(); ++c) {
            if (end.channels_[c].link_class == i) {
                const ChannelResult one =
                    result(start.channels_.empty() ? kNothingYet : start.channels_[c].counters,
                           end.channels_[c].counters, static_cast<double>(cycles),
                           description.links[i].cycles_per_flit);
                loads.push_back({one.utilisation, one.blocking_probability});
            }
        }
    }
    return loads;
}

}  // namespace flitscope::tb
