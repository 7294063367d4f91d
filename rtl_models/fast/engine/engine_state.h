#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "rtl_models/fast/engine/boundary.h"
#include "rtl_models/fast/engine/branches.h"
#include "rtl_models/fast/engine/bypass.h"
#include "rtl_models/fast/engine/edge_ring.h"
#include "rtl_models/fast/engine/engine_layout.h"
#include "rtl_models/fast/engine/input_vc.h"
#include "rtl_models/fast/engine/islip_allocation.h"
#include "rtl_models/fast/engine/large_array.h"
#include "rtl_models/fast/engine/message_store.h"
#include "rtl_models/fast/engine/observation.h"
#include "rtl_models/fast/engine/prefetch.h"
#include "rtl_models/fast/engine/priorities.h"
#include "rtl_models/fast/engine/shared_credits.h"
#include "rtl_models/fast/engine/speculation.h"
#include "rtl_models/fast/engine/speedup_allocation.h"
#include "rtl_models/fast/engine/switch_kernel.h"
#include "rtl_models/fast/engine/switch_requests.h"
#include "rtl_models/router/allocators/decision_makers.h"
#include "rtl_models/router/contract/network.h"
#include "rtl_models/router/node_address.h"
#include "rtl_models/router/output_vc_rules.h"

namespace flitscope::tl {

/// Not asked for yet.
constexpr std::uint16_t kUnknownRoute = 0xFFFF;

struct OutputVc {
    std::uint32_t credits = 0;
    std::uint32_t holder = kNone;  ///< input VC
};

/// Flits of a message that an injection port is writing into one VC.
struct InjectionVc {
    std::uint32_t message = kNone;  ///< kNone: not taken
    std::uint32_t remaining = 0;
    std::uint32_t length = 0;  ///< of all of it
};

struct alignas(64) InjectionPort {
    std::uint64_t taken = 0;      ///< VCs with a started message
    std::uint64_t credit = 0;     ///< VCs with a credit
    std::uint64_t passed = 0;     ///< ... that pointers have passed (rtl::VcPointers)
    std::uint64_t flits = 0;      ///< of messages whose tail has been written
    std::uint32_t first = kNone;  ///< source queue, linked by MessageRecord::next
    std::uint32_t last = kNone;
    std::uint32_t queued = 0;
    std::uint32_t first_vc = 0;  ///< input VC number of VC 0
    std::uint32_t router = 0;
    std::uint8_t pointer = 0;  ///< round robin over the injection VCs
    std::uint8_t listed = 0;   ///< 1: in EngineState::injecting
};

/// A tail on an ejection wire.
struct Consumption {
    std::uint32_t router = 0;
    std::uint32_t port = 0;  ///< output port
    std::uint32_t message = 0;
    std::uint32_t hops = 0;
    rtl::Cycle arrived = 0;  ///< in the router
    bool error = false;      ///< rtl::Delivery::error
};

/// What changes with each head at an output: one cache line.
struct alignas(64) Output {
    std::uint64_t free_vcs = 0;    ///< not held (and drained, with buffer_empty)
    std::uint64_t flits_sent = 0;  ///< of messages whose tail has been granted
    std::uint64_t heads_seen = 0;
    std::uint64_t heads_blocked = 0;
    rtl::Cycle held_since = 0;  ///< edge of the last change of vcs_held
    std::uint64_t passed = 0;   ///< VCs that pointers have passed (rtl::VcPointers)
    std::uint64_t granted = 0;  ///< VCs granted in this cycle; with EngineTraits::late_pointers
    std::uint8_t vcs_held = 0;
    std::uint8_t group_kind = 0;  ///< index into EngineState::vc_groups
};

/// The fields of rtl::RequestInfo that allocator objects read.
struct PolicyReads {
    bool messages = false;
    bool occupancy = false;
    bool priorities = false;

    bool any() const { return messages || occupancy || priorities; }
    template <typename Allocation>
    void add(const Allocation& allocation) {
        messages |= allocation.reads_info();
        occupancy |= allocation.reads_occupancy();
    }
};

/// The stages of a cycle (docs/router.md, section 4), and other values fixed at construction.
struct EngineTraits {
    /// Request words of a router with which the engine allocates on words.
    static constexpr std::uint32_t kMostWords = 16;

    rtl::PipelineStages stages;
    rtl::OutputVcRules rules;
    bool store = false;  ///< store-and-forward
    bool all_injection = false;
    bool one_by_one = false;                ///< injection
    std::uint32_t capacity = 0;             ///< credits of an empty network VC
    std::uint32_t vc_classes = 1;           ///< C
    std::uint32_t network_classes = 1;      ///< K = M * C
    bool pointers = false;                  ///< vc_choice: round_robin
    bool late_pointers = false;             ///< several VCs of a group may be granted in a cycle
    bool simple_vc_allocation = false;      ///< all heads at an output may use the same VCs
    bool packed_vc_allocation = false;      ///< separable, round robin
    bool packed_switch_allocation = false;  ///< separable_input, round robin, one request word
    bool wide_switch_allocation = false;    ///< ... several request words
    bool islip_on_words = false;            ///< ... and islip, or what it does in one iteration
    bool speedup_on_words = false;          ///< separable_input, round robin, with input speedup
    PolicyReads vc_allocators_read;         ///< of the allocator objects
    PolicyReads switch_allocators_read;     ///< ...
    topo::RouteSelection selection = topo::RouteSelection::only;
    const topo::RoutingFunction* escape = nullptr;  ///< of the routing
    bool headers = false;                           ///< there are multicasts
    bool far = false;  ///< the state does not fit into the cache (for_each_fetched)
};

/// All registers and wires of the network as arrays. EngineLayout has the numbering; the stages say
/// what they may change.
struct EngineState {
    explicit EngineState(const rtl::NetworkDescription& network);

    const rtl::NetworkDescription description;
    const EngineLayout layout;
    const rtl::NodeAddresses addresses;
    EngineTraits traits;

    bool is_open(std::uint32_t output) const { return open.empty() || open[output] != 0; }
    std::uint32_t cycles_per_flit(std::uint32_t output) const {
        return open.empty() ? 1 : layout.cycles_per_flit[output];
    }
    /// Flits sent to a VC of a network output minus credits returned.
    std::uint32_t outstanding(std::uint32_t output_vc) const {
        return shared_credits ? shared_credits->outstanding[output_vc]
                              : traits.capacity - output_vcs[output_vc].credits;
    }

    rtl::Cycle edge = 0;  ///< cycles before it are done

    // Routers.
    LargeArray<InputVc> input_vcs;      ///< [input VC]
    Branches branches;                  ///< of input VCs whose front has the branch absorb
    LargeArray<MessageFifo> fifos;      ///< [input VC]
    LargeArray<std::uint16_t> classes;  ///< [input VC] index into class_vcs; routed or active
    /// [router * routers + destination] port + 256 * VC class, or kUnknownRoute; empty: not kept.
    std::vector<std::uint16_t> routes;
    /// Allowed VCs: K network classes, M ejection classes, and those of the header routings;
    /// repeated for each number of VCs that links have.
    std::vector<std::uint64_t> class_vcs;
    std::vector<std::uint16_t> first_class;         ///< [output] in class_vcs; empty: 0 everywhere
    std::vector<std::uint32_t> first_header_class;  ///< [header routing] behind K: ejection classes
    std::vector<std::uint64_t> injection_class_vcs;  ///< [message class] VCs of injection buffers
    std::vector<std::vector<std::uint64_t>> vc_groups;  ///< [kind of output][VC] rtl::vc_group_of
    IdList moved;                     ///< outputs whose pointers move at the end of the cycle
    LargeArray<OutputVc> output_vcs;  ///< [output VC]
    std::unique_ptr<SharedCredits> shared_credits;  ///< null: private buffers
    LargeArray<Output> outputs;                     ///< [output]
    LargeArray<std::uint64_t> waiting;              ///< [output * words + w] routed heads
    LargeArray<std::uint64_t> open;                 ///< [output] all ones: link free; empty: always
    SwitchRequests requests;                        ///< for the switch

    // Arbiters: those of the packed allocators, or one object per router.
    LargeArray<std::uint16_t> vc_pointer;       ///< [output VC] bit to search from
    LargeArray<std::uint64_t> input_priority;   ///< [request word] VCs at or above the pointers
    LargeArray<std::uint64_t> output_priority;  ///< [output] ports at or above the pointer
    /// [output] instead, with several request words: p*V of the input port p to search from.
    LargeArray<std::uint16_t> output_pointer;
    AllocateSwitch allocate_switch = nullptr;
    SwitchKernel switch_kernel{};  ///< over these arrays
    IslipArbiters islip;
    SpeedupArbiters speedup;
    std::vector<std::unique_ptr<rtl::VcAllocation>> vc_allocators;          ///< [router]
    std::vector<std::unique_ptr<rtl::SwitchAllocation>> switch_allocators;  ///< [router]
    std::unique_ptr<Speculation> speculation;  ///< null: heads ask for VCs first
    std::unique_ptr<Priorities> priorities;    ///< null: none

    // Work lists. A unit of VC allocation is an output, or a router where it has an allocator
    // object.
    IdList to_route;                      ///< input VCs whose front is a new head
    IdList stranded;                      ///< ... for which RC found no way in the last cycle
    IdList to_escape;                     ///< input VCs whose head is routed again
    IdList to_enter;                      ///< input VCs that VA sees for the first time
    IdList entered;                       ///< ... in this cycle (ask_for_switch)
    IdList granted_vcs;                   ///< input VCs that VA made active in this cycle
    IdList grants;                        ///< input VCs that won the switch
    IdList heads;                         ///< ... with a head that leaves its source
    IdList tails;                         ///< ... with a tail
    std::vector<std::uint32_t> va_units;  ///< units with something to decide
    std::vector<std::uint32_t>
        va_ejection;                     ///< ... the ejection outputs, while they are worked off
    LargeArray<std::uint8_t> va_listed;  ///< [unit] in va_units

    // Wires: what arrives at an edge.
    EdgeRing<IdList> flits;    ///< input VCs
    EdgeRing<IdList> credits;  ///< network output VCs
    EdgeRing<IdList> ejected;  ///< ejection VCs
    EdgeRing<std::vector<Consumption>> consumed;
    EdgeRing<IdList> reopened;  ///< outputs whose link is free again
    IdList holders;             ///< input VCs whose output VC got its first credit, or kNone
    IdList injection_credits;   ///< input VCs of injection ports, next edge
    std::uint64_t on_wires =
        0;  ///< entries in flits, credits, ejected, reopened, injection_credits

    // Sources.
    SlotPool<MessageRecord> messages;
    MessageFifos message_fifos;
    LargeArray<InjectionPort> injection_ports;  ///< [injection port]
    LargeArray<InjectionVc> injection_vcs;      ///< [injection port * injection_vcs + v]
    IdList injecting;                    ///< ports that may have something to do; room for all
    std::vector<rtl::MessageId> purges;  ///< to be taken out at the current edge

    // Statistics.
    rtl::NetworkCounters counters;
    LargeArray<std::uint64_t> vc_busy_cycles;               ///< [output * (V + 1) + vcs_held]
    std::map<std::uint32_t, std::uint64_t> never_consumed;  ///< [ejection output] flits granted

    Observation observation;
    std::unique_ptr<Boundary> boundary;  ///< to external routers; null: there are none
    std::unique_ptr<Bypass> bypass;      ///< null: no flit bypasses

    // Scratch of the stages; meaningless between them.
    std::vector<topo::RouteCandidate> candidates;
    std::vector<std::uint64_t> wide_picks;    ///< of allocate_wide
    std::vector<std::uint32_t> wide_winners;  ///< ...
    std::vector<rtl::VcRequest> vc_requests;
    std::vector<rtl::VcRequest> vc_picks;
    std::vector<rtl::VcRequest> vc_grants;
    std::vector<rtl::SwitchRequest> switch_requests;
    std::vector<rtl::SwitchGrant> switch_grants;
    std::vector<std::pair<std::size_t, std::uint64_t>> hidden_requests;  ///< router, bits
    std::vector<rtl::RequestInfo> infos;  ///< of vc_requests or switch_requests
};

/// The router of an input VC.
inline std::uint32_t router_of(const EngineState& state, std::uint32_t input_vc) {
    return state.layout.router_of_word(state.input_vcs[input_vc].word);
}

/// Whether a routed head waits for a VC of `output`; the second one: with several request words.
bool heads_wait_in_words(const EngineState& state, std::uint32_t output);
inline bool heads_wait(const EngineState& state, std::uint32_t output) {
    return state.layout.one_word ? state.waiting[output] != 0 : heads_wait_in_words(state, output);
}

/// Index into class_vcs of a class of `output`.
inline std::uint16_t class_at(const EngineState& state, std::uint32_t output, std::uint32_t k) {
    return static_cast<std::uint16_t>(state.first_class.empty() ? k
                                                                : state.first_class[output] + k);
}

/// Whether a routed head may be routed again (docs/router.md, section 12, "Escape"): it requests a
/// network output, in the class of the candidates, and is not bound to its queue's output.
inline bool may_escape(const EngineState& state, std::uint32_t input_vc) {
    const EngineTraits& traits = state.traits;
    if (traits.escape == nullptr) {
        return false;
    }
    const auto message_classes =
        static_cast<std::uint32_t>(state.description.router.message_classes);
    const std::uint32_t k = state.classes[input_vc] % (traits.network_classes + message_classes);
    return k < traits.network_classes && k % traits.vc_classes == 0 &&
           !(traits.all_injection && state.input_vcs[input_vc].input_class == 0);
}

/// Number of the flit of a message that leads in the list of an input VC.
inline std::uint32_t leading_flit(const EngineState& state, std::uint32_t entry) {
    return state.messages[state.message_fifos.message(entry)].message.length -
           state.message_fifos.flits(entry);
}

/// Prefetches what stages read of a message; it takes two lines.
inline void fetch_record(const MessageRecord& record) {
    fetch(&record.message.source);
    fetch(&record.router);
}

/// ... of the message at the front of an input VC.
inline void fetch_message(const EngineState& state, std::uint32_t input_vc) {
    const std::uint32_t entry = state.fifos[input_vc].first;
    fetch_record(state.messages[state.message_fifos.message(entry)]);
}

/// Prefetches what the stages of a head touch first.
inline void fetch_front(const EngineState& state, std::uint32_t input_vc) {
    fetch(&state.input_vcs[input_vc]);
    fetch(&state.fifos[input_vc]);
    fetch(&state.classes[input_vc]);
}

/// ... and what changes when a VC of an output is granted or released.
inline void fetch_held(const EngineState& state, std::uint32_t output) {
    fetch(&state.outputs[output]);
    fetch(&state.vc_busy_cycles[std::size_t{output} * (state.layout.vcs + 1)]);
}

}  // namespace flitscope::tl
