#pragma once

#include <iosfwd>
#include <string>

#include "topologies/custom_graph.h"

namespace flitscope::topo {

/// The network in a file; its name says how to read it.
///
/// *.yaml, *.yml   `routers: N` (default: the highest id + 1; also `nodes: N`), or a list with
///                 {name: NAME, at: [x, y], nodes: N or [NAME, ...]} or some of the three for each
///                 router; and `links:`, a list of [from, to] or [from, to, class], with ids or
///                 names of routers; without a class "link"
/// *.graphml       a <node> is a router; they are numbered in the order of the file. Their `name`,
///                 `x`, `y` and `nodes` (a number, or names with commas between them) are what they
///                 say, an edge's `class` is its link class. Undirected, or directed with every
///                 edge there in both directions. Graphs within nodes and hyperedges are refused
/// others          BookSim2's network `anynet`: lines of "router 0 node 0 node 1 router 1 10". Ids
///                 are any; routers ascend by id, and so do the nodes at each. They are named
///                 router0 and node0 as they are called there, and the channels' latencies are
///                 link classes: latency_10
///
/// Throws OptionError ("file") with file and line: a file that cannot be read, is malformed, or
/// holds anything else.
CustomGraph read_custom_file(const std::string& path);

/// Any topology as GraphML, which read_custom_file reads back (ports are numbered anew there, nodes
/// and link classes stay), and for Graphviz.
void write_graphml(const Topology& topology, std::ostream& out);
void write_dot(const Topology& topology, std::ostream& out);

}  // namespace flitscope::topo
