#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::topo {

/// The data of a head flit for the route unit.
struct RouteQuery {
    RouterId here = 0;
    PortId input_port = -1;  ///< network port the head came in by; -1: injected here
    RouterId source = 0;     ///< where the source node sits
    /// Where the destination node sits; never equal to `here`: ejection is the router's business.
    RouterId destination = 0;
    int hop = 0;             ///< channels used so far
    std::uint16_t salt = 0;  ///< see docs/router.md, section 12
    bool detour = false;     ///< the source router decided on the detour (RouteSelection::ugal)
};

/// One output a head may take, and the VC class it may request there.
struct RouteCandidate {
    PortId port = 0;
    std::int16_t vc_class = 0;  ///< 0..RoutingFunction::vc_classes()-1
    bool detour = false;        ///< the bit of a head that takes it (RouteQuery::detour)

    // Of 8 bytes, which fit into one register.
    constexpr RouteCandidate(PortId to = 0, int in_class = 0, bool around = false)  // NOLINT
        : port(to), vc_class(static_cast<std::int16_t>(in_class)), detour(around) {}

    friend bool operator==(const RouteCandidate& a, const RouteCandidate& b) {
        return a.port == b.port && a.vc_class == b.vc_class && a.detour == b.detour;
    }
};

/// How the router selects among several candidates (docs/router.md, section 12). `ugal`: the source
/// router has one or two, the minimal way and the detour; other routers have one, by the head's
/// bit.
enum class RouteSelection { only, random, shortest_queue, ugal };
/// The router looks at loads.
constexpr bool chooses_by_load(RouteSelection selection) {
    return selection == RouteSelection::shortest_queue || selection == RouteSelection::ugal;
}

/// The inputs of a routing function besides `here` and `destination`. The checks of deadlock.h
/// follow all messages to a destination together if this allows it.
struct RouteDependence {
    bool input_port = true;
    bool source = true;
    bool hop = true;
    std::vector<std::uint16_t> salts{0};  ///< salts that together show every behaviour
    /// Only floor(salt_parts * salt / 65536) of the salt matters; ignored with one salt. A function
    /// with 1 and several salts has no route table at level verilog.
    int salt_parts = 1;
    /// Adding this number to all routers, modulo their count, changes neither the network nor, over
    /// all salts, the routes. 0: no such symmetry. The checks then follow the messages to the
    /// routers below it.
    RouterId shift = 0;
};

class LiveGraph;
class RoutingFunction;

/// A part of every message's path: it uses this routing, which depends only on here and
/// destination, and may end at any node.
struct RouteLeg {
    const RoutingFunction* routing = nullptr;
    int first_class = 0;  ///< its VC class c is class first_class + c of the whole
};

/// Routes messages. Pure: the answer depends only on the query, so results cannot depend on level
/// or evaluation order.
class RoutingFunction {
public:
    virtual ~RoutingFunction() = default;

    virtual std::string algorithm() const = 0;  ///< configuration name, e.g. "ecube"
    /// Appends the candidates in ascending port order (`ugal`: the minimal way first) to `out` (not
    /// cleared). At least one, except for a LiveRouting.
    virtual void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const = 0;
    virtual RouteSelection selection() const { return RouteSelection::only; }
    /// With `ugal`: the hops from the source to the destination by the way that query.detour says.
    virtual int hops(const RouteQuery& /*query*/) const { return 0; }
    /// Number of VC classes that the routing needs to be free of deadlock, including those of its
    /// escape.
    virtual int vc_classes() const { return 1; }
    /// The default, everything except the salt, is always correct for a routing that ignores the
    /// salt; return less where possible, because it makes the checks faster.
    virtual RouteDependence dependence() const { return {}; }
    /// The routing for a head that was not granted an output VC at its first request
    /// (docs/router.md, section 12, "Escape"); null: none. Deterministic, by node and destination.
    /// It has one or two VC classes: its class c is class 1 + c of the whole, and class 0 is that
    /// of `candidates`.
    virtual const RoutingFunction* escape() const { return nullptr; }
    /// Appends everything that a head may request here, at first or later: the candidates, and both
    /// classes at the port of the escape.
    void ways(const RouteQuery& query, std::vector<RouteCandidate>& out) const;
    /// The legs of every path, in order; empty: a single leg. The checks then follow legs singly,
    /// and assume that a leg may end at any node, where the next begins. Level verilog treats two
    /// legs as those of Valiant's routing, whose settings() are 1 if the grid wraps around, 2 if it
    /// is complete in each dimension, otherwise 0, and its sizes.
    virtual std::vector<RouteLeg> legs() const { return {}; }
    /// The settings that distinguish this function from others of its algorithm: the numbers,
    /// 0..65535, that its hardware form takes as SETTINGS, in that order
    /// (`rtl_models/verilog/route_ecube.v` for ecube).
    virtual std::vector<int> settings() const { return {}; }
    /// Whether its hardware form, if the list has one, computes this function, too. Others use
    /// route tables that are generated from this class.
    virtual bool in_verilog() const { return true; }
    /// The same function for the live elements, if it takes faults into account (with the same
    /// selection, classes and dependence); null: it continues unchanged.
    virtual std::unique_ptr<RoutingFunction> remade(const LiveGraph& /*alive*/) const {
        return nullptr;
    }
    /// For a routing that depends on the source: messages from sources of one group, 0..nodes-1,
    /// take the same paths from any node on. RouteWalk follows a group at once.
    virtual NodeId source_group(NodeId source) const { return source; }
    /// For a routing of multicast worms, which hold an ejection VC while they wait for the next
    /// channel: the classes of ejection VCs that prevent a cycle of waiting worms, and the class of
    /// a worm at node `here` that arrived through this network port (-1: injected here).
    virtual int ejection_classes() const { return 1; }
    virtual int ejection_class(NodeId /*here*/, PortId /*input_port*/) const { return 0; }
    /// The one candidate of a deterministic routing; override for speed.
    virtual RouteCandidate only_candidate(const RouteQuery& query) const;
};

/// A routing function that always has one candidate.
class DeterministicRouting : public RoutingFunction {
public:
    void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const final {
        out.push_back(only_candidate(query));
    }
    RouteCandidate only_candidate(const RouteQuery& query) const override = 0;
};

}  // namespace flitscope::topo
