#pragma once

#include <cstdint>
#include <vector>

#include "topologies/channels.h"
#include "topologies/topology.h"

namespace flitscope::topo {

/// One VC class of one channel.
struct ChannelClass {
    NodeId from = 0;
    PortId port = 0;
    NodeId to = 0;
    int vc_class = 0;

    friend bool operator==(const ChannelClass& a, const ChannelClass& b) {
        return a.from == b.from && a.port == b.port && a.vc_class == b.vc_class;
    }
};

/// Channel-dependency graph (Dally and Seitz 1987): vertices are (channel, VC class); an edge means
/// that a message may hold the first while it waits for the second, which begins where the first
/// ends. One bit per possible edge, so memory is vertices * ports * classes bits.
class DependencyGraph {
public:
    using Vertex = std::int64_t;

    /// classes >= 1: VC classes that are distinct (share no VC).
    DependencyGraph(const Topology& topology, int classes);

    int classes() const { return classes_; }
    std::int64_t channels() const { return channels_; }  ///< connected ones
    Vertex vertex(NodeId from, PortId port, int vc_class) const {
        return static_cast<Vertex>(numbers_.of(from, port)) * classes_ + vc_class;
    }
    /// `held` is a connected channel; the other channel leaves the node where it ends.
    void add(Vertex held, PortId wanted_port, int wanted_class) {
        const std::int64_t bit = bit_of(held, wanted_port, wanted_class);
        bits_[static_cast<std::size_t>(bit >> 6)] |= std::uint64_t{1} << (bit & 63);
    }
    /// Copies the edges of the channels out of the routers below `shift` to those out of all
    /// others, which are the same ones (RouteDependence::shift).
    void repeat(RouterId shift);
    bool has(Vertex held, PortId wanted_port, int wanted_class) const {
        const std::int64_t bit = bit_of(held, wanted_port, wanted_class);
        return (bits_[static_cast<std::size_t>(bit >> 6)] >> (bit & 63) & 1) != 0;
    }
    /// A cycle of fewest channels, in the order in which messages wait (each entry's holders wait
    /// for the next, the last one's for the first); empty: the graph is acyclic.
    std::vector<ChannelClass> shortest_cycle() const;

private:
    using Successors = std::vector<std::vector<std::int32_t>>;

    std::int64_t bit_of(Vertex held, PortId wanted_port, int wanted_class) const {
        return first_bit_[static_cast<std::size_t>(held)] + std::int64_t{wanted_port} * classes_ +
               wanted_class;
    }
    Successors successors() const;
    ChannelClass describe(Vertex vertex) const;

    const Topology* topology_;
    int classes_;
    std::int64_t channels_ = 0;
    ChannelNumbers numbers_;
    std::vector<std::int64_t> first_bit_;  ///< [vertex]: its outgoing edges
    std::vector<std::uint64_t> bits_;
};

}  // namespace flitscope::topo
