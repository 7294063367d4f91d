#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "testbenches/tests/whole/tlm/tlm_initiators.h"
#include "testbenches/tests/whole/tlm/tlm_memories.h"
#include "testbenches/tests/whole/tlm/tlm_protocol_checker.h"
#include "tlm/interconnect/interconnect.h"

namespace flitscope::tb {

/// A network, an interconnect on it, and who is at its nodes: drawn at random from a seed.
struct TlmScenario {
    enum class Initiator { none, at, blocking };
    enum class Memory { none, at, blocking };

    explicit TlmScenario(std::uint64_t scenario_seed);
    rtl::NetworkDescription description() const;
    std::string text() const;  ///< in a line, for failure messages

    std::uint64_t seed;
    std::string name;
    std::unique_ptr<topo::Topology> topology;
    std::unique_ptr<topo::RoutingFunction> routing;
    rtl::RouterParameters router;
    rtl::LinkParameters link;
    tl::InterconnectParameters parameters;
    std::vector<Initiator> initiators;  ///< by node
    std::vector<Memory> memories;       ///< by node
    int accesses = 30;                  ///< per initiator (or thread)
    int in_flight = 4;
    int most_gap = 6;       ///< cycles
    int most_service = 12;  ///< cycles, half the longest time of a memory
    bool errors = true;
};

using MakeNetwork =
    std::function<std::unique_ptr<rtl::Network>(const rtl::NetworkDescription& description)>;

/// What a test bench saw.
struct TlmRun {
    std::vector<std::string> trace;      ///< a line per transaction, by initiator and number of it
    std::vector<std::string> errors;     ///< wrong results, broken protocol, what is left over
    std::vector<rtl::Message> messages;  ///< offered to the network
    int out_of_order = 0;                ///< transactions that ended before older ones
    int explicit_end_requests = 0;       ///< END_REQ by a call, toward initiators
    int most_in_flight = 0;              ///< of one initiator
    sc_core::sc_time end;
};

/// Runs the scenario's test bench over a network of some level, in a kernel of its own.
TlmRun run_tlm_scenario(const TlmScenario& scenario, const MakeNetwork& make);

}  // namespace flitscope::tb
