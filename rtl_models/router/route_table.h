#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/router/router_parameters.h"
#include "topologies/routing/live_routing.h"

namespace flitscope::rtl {

/// Layout of the route tables that the RTL looks a routing function up in (docs/route_tables.md):
/// one table per input port of a router, one row per address. The numbers are the settings of
/// `rtl_models/verilog/route_lookup.v`.
struct RouteTableShape {
    static constexpr int kMaxAddressBits = 18;  ///< of table_i_address of router.v
    static constexpr int kMaxClasses = 128;
    static constexpr std::size_t kMaxDimensions = 9;  ///< of what route_detour.v reckons with
    static constexpr int kMaxSize = 65535;            ///< of one of them
    static constexpr int kEscapes = 4;                ///< added to `choice`
    static constexpr int kUgal = 8;                   ///< a `choice`

    int source_bits = 0;  ///< 0: the source does not matter
    int hop_bits = 0;     ///< 0: the hop does not matter
    int salt_parts = 1;   ///< 1: the salt does not matter; UGAL with two legs: drawn nodes
    int destination_bits = 0;
    int classes = 1;
    /// 0 the only candidate, 1 random, 2 shortest queue with random ties, 3 with the lowest; 4 more
    /// with an escape (RoutingFunction::escape), which has one more class then: that of heads that
    /// ask for adaptive VCs as if there were none. 8 UGAL: rows list one port, and where messages
    /// are injected the bits above the VC class are the hops of the way.
    int choice = 0;
    /// Settings of a routing function whose paths have two legs (RoutingFunction::legs). Empty: one
    /// leg.
    std::vector<int> detour;

    /// For networks of `nodes` nodes. Bits of nodes are rounded up to an even number, so that
    /// networks of about the same size share verilated routers; hops have as many.
    RouteTableShape(const topo::RoutingFunction& routing, topo::NodeId nodes, bool ties_random);

    int address_bits() const;
    bool escapes() const { return (choice & kEscapes) != 0; }
    bool ugal() const { return choice == kUgal; }
    /// `leg`: 1 in the second, and `query` is of the leg then; 1 too for a head that is routed
    /// again, and with UGAL for one on the minimal way.
    std::uint32_t address(const topo::RouteQuery& query, std::uint32_t leg = 0) const;
    std::vector<int> settings() const;
};

/// The rows of one table, loaded one after the other.
struct RouteTableRows {
    static constexpr std::uint8_t kCandidate = 0x80;

    std::vector<std::uint32_t> addresses;
    std::vector<std::uint8_t> entries;  ///< [row * ports + port]: 0, or kCandidate + VC class
    /// Routing functions with an escape: the class for those whom it does not take. 0: no escape.
    int bound_class = 0;

    std::size_t size() const { return addresses.size(); }
    /// What is loaded. `queue`: with `injection_ports: all` the port whose queue the head comes
    /// from, which was chosen when its message joined; else -1.
    std::uint8_t entry(std::size_t row, topo::PortId port, int ports, topo::PortId queue) const {
        const std::uint8_t listed =
            entries[row * static_cast<std::size_t>(ports) + static_cast<std::size_t>(port)];
        if (queue < 0) {
            return listed;
        }
        return queue == port ? static_cast<std::uint8_t>(listed + bound_class) : std::uint8_t{0};
    }
    /// Calls write(address, entries) for every row, entries by port, as entry() says them.
    template <typename Write>
    void for_each_row(int ports, topo::PortId queue, const Write& write) const {
        std::vector<std::uint8_t> row(static_cast<std::size_t>(ports));
        for (std::size_t number = 0; number < size(); ++number) {
            for (topo::PortId port = 0; port < ports; ++port) {
                row[static_cast<std::size_t>(port)] = entry(number, port, ports, queue);
            }
            write(addresses[number], row);
        }
    }
};

/// The route tables of a whole network, for the code that loads them. Virtual, so that plug-ins may
/// call it.
class RouteTables {
public:
    virtual ~RouteTables() = default;
    /// input: a network port, or -1: injected there. Rows for heads that no message can have are
    /// omitted. The first call follows all messages. Throws OptionError ("routing.algorithm") for a
    /// routing function whose table would be too large, or that looks at more of the salt than it
    /// says.
    virtual const RouteTableRows& rows(topo::NodeId node, topo::PortId input) const = 0;
    /// The routing function has changed.
    virtual void renew() = 0;
};

/// The tables of a network's routing function, filled on demand. Keeps pointers to both.
class NetworkRouteTables final : public RouteTables {
public:
    /// `live`: `routing`, in a network whose links and nodes fail; rows list only working outputs.
    /// Rows exist for the heads that occur without failures; if paths are computed anew, for all
    /// possible heads, because some arrived by paths that no longer exist. Null: nothing ever
    /// fails.
    NetworkRouteTables(const topo::Topology& topology, const topo::RoutingFunction& routing,
                       bool ties_random, const topo::LiveRouting* live);

    const RouteTableRows& rows(topo::NodeId node, topo::PortId input) const override;
    void renew() override { tables_.clear(); }

private:
    /// A head at an input port.
    struct Head {
        topo::NodeId node;
        topo::PortId input;
        int hop;
    };

    std::size_t table(topo::NodeId node, topo::PortId input) const;
    template <typename Visit>
    void for_each_pair(const Visit& visit) const;
    void fill() const;
    void fill_all() const;
    void fill_legs() const;
    void follow(topo::RouteQuery query, std::vector<std::uint32_t>& seen_in,
                std::uint32_t walk) const;
    void add_injected_legs(topo::RouteQuery query, std::uint32_t leg,
                           const std::vector<topo::RouteCandidate>& candidates) const;
    /// Of `query` at this address of its table; VC classes are counted from first_class. `hops`: of
    /// the way, where UGAL chooses.
    void add_row(const topo::RouteQuery& query, std::uint32_t address,
                 const std::vector<topo::RouteCandidate>& candidates, int first_class = 0,
                 int hops = 0) const;

    const topo::Topology* topology_;
    const topo::RoutingFunction* routing_;  ///< says the heads
    RouteTableShape shape_;
    const topo::LiveRouting* live_;
    bool made_anew_;                              ///< ways are, where something fails
    std::vector<std::size_t> first_table_;        ///< [node]; that of injected messages first
    mutable std::vector<RouteTableRows> tables_;  ///< empty: not filled yet
};

/// The tables of this network; null if every router computes its routes.
std::unique_ptr<RouteTables> make_route_tables(const NetworkDescription& description);

/// Why a routing function does not fit tables of this shape; empty: it fits.
std::string route_table_problem(const topo::RoutingFunction& routing, const RouteTableShape& shape);

}  // namespace flitscope::rtl
