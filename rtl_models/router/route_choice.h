#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rtl_models/router/choice.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::rtl {

/// Selects the candidate of a routing function that a head takes (docs/router.md, sections 8 and
/// 12), for every level. `candidates` is scratch memory. Port -1: there is no candidate, which only
/// a LiveRouting allows.

constexpr topo::RouteCandidate kNoRoute{-1, 0};

/// One of `candidates`, which are not empty, by the message's salt.
inline topo::RouteCandidate choose_among(const std::vector<topo::RouteCandidate>& candidates,
                                         std::size_t count, const topo::RouteQuery& query,
                                         ChoicePurpose purpose) {
    return candidates[static_cast<std::size_t>(choose(
        static_cast<int>(count), query.salt, static_cast<std::uint32_t>(query.hop), purpose))];
}

/// A choice without loads, which a source does not know when a message joins a queue. UGAL then
/// takes the minimal way.
inline topo::RouteCandidate choose_by_salt(const topo::RoutingFunction& routing,
                                           topo::RouteSelection selection,
                                           const topo::RouteQuery& query,
                                           std::vector<topo::RouteCandidate>& candidates) {
    if (selection == topo::RouteSelection::only) {
        return routing.only_candidate(query);
    }
    candidates.clear();
    routing.candidates(query, candidates);
    if (selection == topo::RouteSelection::ugal && !candidates.empty()) {
        return candidates.front();
    }
    return candidates.empty()
               ? kNoRoute
               : choose_among(candidates, candidates.size(), query, ChoicePurpose::route);
}

/// The candidate with the least load; load_of(candidate) reads the registers after the edge.
template <typename LoadOf>
topo::RouteCandidate choose_shortest_queue(const topo::RouteQuery& query, bool ties_random,
                                           std::vector<topo::RouteCandidate>& candidates,
                                           LoadOf load_of) {
    std::uint64_t least = ~std::uint64_t{0};
    std::size_t tied = 0;  // candidates[0..tied-1] have the least load so far
    for (const topo::RouteCandidate candidate : candidates) {
        const auto load = static_cast<std::uint64_t>(load_of(candidate));
        if (load < least) {
            least = load;
            tied = 0;
        }
        if (load == least) {
            candidates[tied++] = candidate;
        }
    }
    if (tied == 0) {
        return kNoRoute;
    }
    return ties_random ? choose_among(candidates, tied, query, ChoicePurpose::tie)
                       : candidates.front();
}

/// UGAL: the minimal way unless its load times its hops is higher than that of the detour.
/// `candidates`: those of the source router.
template <typename LoadOf>
topo::RouteCandidate choose_ugal(const topo::RoutingFunction& routing, topo::RouteQuery query,
                                 const std::vector<topo::RouteCandidate>& candidates,
                                 LoadOf load_of) {
    if (candidates.size() < 2) {
        return candidates.empty() ? kNoRoute : candidates.front();
    }
    const auto cost = [&](const topo::RouteCandidate& way) {
        query.detour = way.detour;
        return static_cast<std::uint64_t>(load_of(way)) *
               static_cast<std::uint64_t>(routing.hops(query));
    };
    return cost(candidates[0]) <= cost(candidates[1]) ? candidates[0] : candidates[1];
}

/// The candidate at `port`, which was chosen when the message joined the queue of this port.
inline topo::RouteCandidate candidate_at(const topo::RoutingFunction& routing,
                                         const topo::RouteQuery& query, topo::PortId port,
                                         std::vector<topo::RouteCandidate>& candidates) {
    candidates.clear();
    routing.candidates(query, candidates);
    for (const topo::RouteCandidate& candidate : candidates) {
        if (candidate.port == port) {
            return candidate;
        }
    }
    return kNoRoute;
}

/// The choice of a head that is routed again (docs/router.md, section 12, "Escape").
inline topo::RouteCandidate escape_route(const topo::RoutingFunction& routing,
                                         const topo::RouteQuery& query) {
    const topo::RouteCandidate way = routing.escape()->only_candidate(query);
    return {way.port, 1 + way.vc_class};
}

/// The choice in RC of a head for another node. `queue`: with `injection_ports: all` the port whose
/// queue it came from, else -1.
template <typename LoadOf>
topo::RouteCandidate choose_route(const topo::RoutingFunction& routing,
                                  topo::RouteSelection selection, const topo::RouteQuery& query,
                                  topo::PortId queue, bool ties_random,
                                  std::vector<topo::RouteCandidate>& candidates, LoadOf load_of) {
    if (selection == topo::RouteSelection::only) {
        return routing.only_candidate(query);
    }
    if (queue >= 0) {
        return candidate_at(routing, query, queue, candidates);
    }
    const bool ugal = selection == topo::RouteSelection::ugal;
    if (ugal && query.input_port >= 0) {  // decided at the source
        return routing.only_candidate(query);
    }
    if (!topo::chooses_by_load(selection)) {
        return choose_by_salt(routing, selection, query, candidates);
    }
    candidates.clear();
    routing.candidates(query, candidates);
    if (ugal) {
        return choose_ugal(routing, query, candidates, load_of);
    }
    return choose_shortest_queue(query, ties_random, candidates, load_of);
}

}  // namespace flitscope::rtl
