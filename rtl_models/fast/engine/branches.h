#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/fast/engine/edge_ring.h"
#include "rtl_models/fast/engine/engine_layout.h"
#include "rtl_models/fast/engine/large_array.h"
#include "rtl_models/fast/engine/prefetch.h"
#include "rtl_models/router/contract/network.h"

namespace flitscope::tl {

struct EngineState;

/// The branch absorb of an input VC (docs/headers_and_branches.md, section 2). While it exists,
/// InputVc is the branch forward, if the message has one, and switch requests of both branches are
/// recomputed in each cycle: InputVc::gate is 0. A message that only ends here has no such branch;
/// it goes to the ejection output like a unicast.
struct Branch {
    bool on = false;
    bool forwards = false;            ///< there is a branch forward
    bool drops = false;               ///< the leading flit goes no further
    bool absorb_ready = false;        ///< the branch may request the switch
    bool forward_ready = false;       ///< ...
    bool absorbed = false;            ///< done-bit of the flit at the front
    bool forwarded = false;           ///< ...
    std::uint16_t vc_class = 0;       ///< of absorb, in EngineState::class_vcs
    std::uint32_t output = 0;         ///< of absorb
    std::uint32_t output_vc = kNone;  ///< of absorb; kNone: not granted
    std::uint32_t absorb_flits = 0;   ///< sent so far
    std::uint32_t forward_flits = 0;  ///< ...
    rtl::Cycle arrived = 0;           ///< the tail, in this router
    std::uint32_t next = kNone;       ///< the next one of the router
};

/// All branches, and the lists that stages pass on. Empty without multicasts.
struct Branches {
    struct Grant {
        std::uint32_t input_vc;
        bool absorb;
    };

    bool on(std::uint32_t input_vc) const { return !of.empty() && of[input_vc].on; }

    LargeArray<Branch> of;            ///< [input VC]
    LargeArray<std::uint32_t> first;  ///< [router] of those that are on
    IdList granted;                   ///< input VCs that VA gave an ejection VC in this cycle
    IdList entered;                   ///< ... and that may ask for the next channel only since then
    std::vector<Grant> grants;        ///< of the switch, in this cycle
};

/// Allocates memory for networks with multicasts.
void build_branches(EngineState& state);

/// RC of a multicast at the front of an input VC.
void route_header(EngineState& state, std::uint32_t input_vc);

/// Whether RC left the head nothing to ask VA for: it stays where the flits before it go.
inline bool asks_for_no_vc(const Branches& branches, std::uint32_t input_vc) {
    return branches.on(input_vc) && branches.of[input_vc].output_vc != kNone &&
           !branches.of[input_vc].forwards;
}

/// Store-and-forward: whether RC may route the multicast at the front before its tail has arrived.
bool header_passes_unstored(const EngineState& state, std::uint32_t input_vc);

/// VA sees the head of an input VC that is on for the first time. Whether it asks for an ejection
/// VC; else its branch forward asks.
bool enter_absorb(EngineState& state, std::uint32_t input_vc);

/// VA gives the branch absorb the VC `v`.
void grant_absorb(EngineState& state, std::uint32_t input_vc, std::uint32_t v);

/// Lets granted branches request the switch.
void enter_branches(EngineState& state);

/// Appends the switch requests of a router's branches, except those for closed links.
void add_branch_requests(EngineState& state, std::uint32_t router);

/// Moves the copies of state.branches.grants through the crossbar, and clears the list.
void traverse_branches(EngineState& state);

}  // namespace flitscope::tl
