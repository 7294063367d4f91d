#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tb {

/// One channel over an interval of the time series.
struct ChannelLoad {
    double utilisation = 0;                      ///< 0..1, share of cycles the link was busy
    std::optional<double> blocking_probability;  ///< of heads; none: no head came
};

/// One channel, or the mean of a class of channels, over the measuring window.
struct ChannelResult : ChannelLoad {
    topo::RouterId from = topo::kNoNode;  ///< only for a single channel
    topo::RouterId to = topo::kNoNode;
    std::vector<int> from_coordinates{}, to_coordinates{};  ///< likewise; Topology::coordinates
    std::vector<double> vc_busy{};  ///< [0..V], share of cycles with v VCs held
};

struct ChannelClassResult {
    std::string name;  ///< Topology::link_classes
    ChannelResult mean;
    std::vector<ChannelResult> channels;  ///< by (from, port); only with `measure.per_channel`
};

/// A port between a node and its router over the measuring window.
struct PortResult {
    topo::NodeId node = topo::kNoNode;
    int port = -1;           ///< of the router, docs/router.md, section 2
    double utilisation = 0;  ///< flits per cycle, 0..1
};

struct PortClassResult {
    std::string name;               ///< "injection" or "ejection"
    double utilisation = 0;         ///< mean of the ports
    std::vector<PortResult> ports;  ///< by (node, port); only where asked for
};

/// Counters of all channels at one edge: summed per link class, and singly if requested.
class ChannelSnapshot {
public:
    ChannelSnapshot() = default;
    ChannelSnapshot(const rtl::Network& network, bool per_channel);

    /// Statistics of the `cycles` > 0 from `start` to `end` (both of one network).
    static std::vector<ChannelClassResult> between(const ChannelSnapshot& start,
                                                   const ChannelSnapshot& end, rtl::Cycle cycles,
                                                   const rtl::NetworkDescription& description);
    /// The same for single channels, class by class and by (from, port) in a class, like
    /// ChannelClassResult::channels of all classes concatenated. Without a start: since cycle 0.
    static std::vector<ChannelLoad> loads(const ChannelSnapshot& start, const ChannelSnapshot& end,
                                          rtl::Cycle cycles,
                                          const rtl::NetworkDescription& description);

private:
    struct Sum {
        rtl::ChannelCounters counters;
        std::int64_t channels = 0;
    };
    struct Channel {
        topo::RouterId from, to;
        std::size_t link_class;
        rtl::ChannelCounters counters;
    };
    static ChannelLoad load(const rtl::ChannelCounters& start, const rtl::ChannelCounters& end,
                            double channel_cycles, int cycles_per_flit);
    static ChannelResult result(const rtl::ChannelCounters& start, const rtl::ChannelCounters& end,
                                double channel_cycles, int cycles_per_flit);

    std::vector<Sum> classes_;
    std::vector<Channel> channels_;  ///< class by class
};

/// Flits of all injection and ejection ports at one edge.
class PortSnapshot {
public:
    PortSnapshot() = default;
    explicit PortSnapshot(const rtl::Network& network);

    /// Statistics of the `cycles` > 0 from `start` to `end`, both of one network.
    static std::vector<PortClassResult> between(const PortSnapshot& start, const PortSnapshot& end,
                                                rtl::Cycle cycles, bool per_port);
    /// Flits that each node consumed from `start` to `end`.
    static std::vector<std::uint64_t> consumed(const PortSnapshot& start, const PortSnapshot& end,
                                               topo::NodeId nodes);

private:
    struct Port {
        topo::NodeId node;
        int port;
        std::uint64_t flits;
    };
    using Ports = std::vector<Port>;

    static PortClassResult result(const char* name, const Ports& start, const Ports& end,
                                  rtl::Cycle cycles, bool per_port);

    Ports injection_;
    Ports ejection_;
};

}  // namespace flitscope::tb
