#pragma once

#include <cstdint>
#include <vector>

#include "common/mix64.h"
#include "rtl_models/router/contract/network.h"
#include "topologies/topology.h"

namespace flitscope::tb {

/// How a random test of level signal clocks the units, which must make no difference.
enum class ClockGating : std::uint8_t {
    on,     ///< clock gates everywhere
    off,    ///< the plain clock everywhere: the reference
    mixed,  ///< gates at some nodes
    paused  ///< gates everywhere, and the run is held again and again
};
constexpr ClockGating kClockGatings[] = {ClockGating::on, ClockGating::off, ClockGating::mixed,
                                         ClockGating::paused};

/// One of them for each test.
inline ClockGating drawn_clock_gating(std::uint64_t seed) {
    return kClockGatings[mix64(seed ^ 0xC10C4) % 4];
}

/// NetworkDescription::clock_gates.
inline std::vector<bool> clock_gates(ClockGating gating, std::uint64_t seed, topo::NodeId nodes) {
    std::vector<bool> gates;
    if (gating == ClockGating::off || gating == ClockGating::mixed) {
        for (topo::NodeId node = 0; node < nodes; ++node) {
            gates.push_back(gating == ClockGating::mixed &&
                            mix64(seed + static_cast<std::uint64_t>(node)) % 2 == 0);
        }
    }
    return gates;
}

/// The run, and before `end` it is held: going on must not make a difference.
inline void run_in_pieces(rtl::Network& network, rtl::NetworkClient& client, rtl::Cycle end,
                          ClockGating gating) {
    const rtl::Cycle pieces = gating == ClockGating::paused ? 40 : 2;
    for (rtl::Cycle piece = 1; piece < pieces; ++piece) {
        network.run(client, end * piece / pieces);
    }
    network.run(client);
}

inline const char* name_of(ClockGating gating) {
    switch (gating) {
        case ClockGating::on:
            return "on";
        case ClockGating::off:
            return "off";
        case ClockGating::mixed:
            return "mixed";
        case ClockGating::paused:
            return "paused";
    }
    return "";
}

}  // namespace flitscope::tb
