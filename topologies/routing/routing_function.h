#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "topologies/topology.h"

namespace flitscope::topo {

/// What a head flit tells the route unit.
struct RouteQuery {
    NodeId here = 0;
    PortId input_port = -1;  ///< network port the head came in by; -1: injected here
    NodeId source = 0;
    NodeId destination = 0;  ///< never equal to `here`: ejection is the router's business
    int hop = 0;             ///< channels used so far
    std::uint16_t salt = 0;  ///< see docs/router.md, section 12
};

/// One output a head may take, and the VC class it may request there.
struct RouteCandidate {
    PortId port = 0;
    int vc_class = 0;  ///< 0..RoutingFunction::vc_classes()-1

    friend bool operator==(const RouteCandidate& a, const RouteCandidate& b) {
        return a.port == b.port && a.vc_class == b.vc_class;
    }
};

/// How the router picks among several candidates (docs/router.md, section 12).
enum class RouteSelection { only, random, shortest_queue };

/// What a routing function's answer depends on besides `here` and `destination`. The checks of
/// deadlock.h follow all messages to a destination together where this allows it.
struct RouteDependence {
    bool input_port = true;
    bool source = true;
    bool hop = true;
    std::vector<std::uint16_t> salts{0};  ///< salts that together show every behaviour
    /// The salt makes a difference by floor(salt_parts * salt / 65536) alone; of no matter with one
    /// salt. What says 1 with several salts has no route table at level verilog.
    int salt_parts = 1;
};

class LiveGraph;
class RoutingFunction;

/// A part of the way of every message: with this routing, which looks at here and destination
/// alone, to a node that may be any.
struct RouteLeg {
    const RoutingFunction* routing = nullptr;
    int first_class = 0;  ///< its VC class c is class first_class + c of the whole
};

/// Which way a message goes. Pure: the answer depends on the query alone, so levels and evaluation
/// order cannot differ.
class RoutingFunction {
public:
    virtual ~RoutingFunction() = default;

    virtual std::string algorithm() const = 0;  ///< configuration name, e.g. "ecube"
    /// Appends the candidates in ascending port order to `out` (not cleared). At least one, but of
    /// a LiveRouting.
    virtual void candidates(const RouteQuery& query, std::vector<RouteCandidate>& out) const = 0;
    virtual RouteSelection selection() const { return RouteSelection::only; }
    /// Number of VC classes the routing wants for deadlock freedom, those of its escape included.
    virtual int vc_classes() const { return 1; }
    /// The default, everything but the salt, is always right for a routing that ignores the salt;
    /// say less where you can, it makes the checks faster.
    virtual RouteDependence dependence() const { return {}; }
    /// Who routes a head a second time that was not granted an output VC where it first asked for
    /// one (docs/router.md, section 12, "Escape"); null: nobody does. Deterministic, by node and
    /// destination. It has one or two VC classes: its class c is class 1 + c of the whole, and
    /// class 0 is that of `candidates`.
    virtual const RoutingFunction* escape() const { return nullptr; }
    /// Appends all that a head may ask for here, the first time or the second: the candidates, and
    /// both classes at the port of the escape.
    void ways(const RouteQuery& query, std::vector<RouteCandidate>& out) const;
    /// The legs of which every way consists, in their order; empty: it is one. The checks then
    /// follow legs singly, and take the end of one to be any node where the next begins. Level
    /// verilog takes two legs for those of Valiant's routing, whose settings() are 1 where the
    /// grid wraps around, else 0, and its sizes.
    virtual std::vector<RouteLeg> legs() const { return {}; }
    /// What tells this function from others of its algorithm: the numbers, 0..65535, that its
    /// hardware form takes as SETTINGS, in that order (`rtl_models/verilog/route_ecube.v` for
    /// ecube).
    virtual std::vector<int> settings() const { return {}; }
    /// Whether its hardware form, where the list says that there is one, is this function, too.
    /// Others are looked up in route tables that are made of this class.
    virtual bool in_verilog() const { return true; }
    /// The same function for what is alive, of routing functions that know of faults (with the
    /// same selection, classes and dependence); null: it goes on as it is.
    virtual std::unique_ptr<RoutingFunction> remade(const LiveGraph& alive) const;
    /// Of a routing of multicast worms, which hold an ejection VC while they wait for the next
    /// channel: classes of ejection VCs that keep them from waiting for each other in a circle, and
    /// that of a worm at node `here` which came in by this network port (-1: injected here).
    virtual int ejection_classes() const { return 1; }
    virtual int ejection_class(NodeId /*here*/, PortId /*input_port*/) const { return 0; }
    /// The one candidate of a deterministic routing; override for speed.
    virtual RouteCandidate only_candidate(const RouteQuery& query) const;
};

}  // namespace flitscope::topo
