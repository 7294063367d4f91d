#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rtl_models/microarchitecture/network.h"
#include "rtl_models/microarchitecture/switch_allocation.h"
#include "rtl_models/microarchitecture/vc_allocation.h"
#include "tlm/fast/boundary.h"
#include "tlm/fast/edge_ring.h"
#include "tlm/fast/engine_layout.h"
#include "tlm/fast/message_store.h"
#include "tlm/fast/observation.h"
#include "tlm/fast/switch_kernel.h"

namespace flitscope::tlm {

/// What the head of an input VC has reached. `idle`: no head at the front, or one that RC has not
/// worked on yet. `departing`: active at the source, the head has not left yet.
enum class VcStage : std::uint8_t { idle, routed, active, departing };

/// One input VC, half a cache line.
///
/// The invariant that all stages keep: the request bit of an input VC is set exactly when it is
/// active, has a flit, and its output VC has a credit. `gate` is that bit while the first and the
/// last hold, so that an arriving flit needs no decision.
struct alignas(32) InputVc {
    std::uint64_t gate = 0;
    std::uint32_t word = 0;   ///< request word of its output; routed or active
    std::uint32_t count = 0;  ///< flits in the FIFO
    std::uint32_t remaining =
        0;  ///< flits of the front message still to leave; active (Boundary: to arrive)
    std::uint32_t output_vc = kNone;  ///< active
    std::uint32_t router = 0;
    std::uint8_t bit = 0;           ///< its bit in request words
    std::uint8_t output_class = 0;  ///< wire its flits leave on; active
    std::uint8_t input_class = 0;   ///< wire its credits leave on
    VcStage stage = VcStage::idle;

    bool active() const { return stage >= VcStage::active; }
};

struct OutputVc {
    std::uint32_t credits = 0;
    std::uint32_t holder = kNone;  ///< input VC
};

/// Flits of a message that an injection port is writing into one VC.
struct InjectionVc {
    std::uint32_t message = kNone;  ///< kNone: not taken
    std::uint32_t remaining = 0;
};

struct InjectionPort {
    std::uint64_t taken = 0;      ///< VCs with a started message
    std::uint64_t credit = 0;     ///< VCs with a credit
    std::uint32_t first = kNone;  ///< source queue, linked by MessageRecord::next
    std::uint32_t last = kNone;
    std::uint32_t queued = 0;
    std::uint32_t first_vc = 0;  ///< input VC number of VC 0
    std::uint32_t router = 0;
    std::uint8_t pointer = 0;  ///< round robin over the injection VCs
    bool listed = false;       ///< in EngineState::injecting
};

/// A tail on an ejection wire.
struct Consumption {
    std::uint32_t router = 0;
    std::uint32_t port = 0;  ///< output port
    std::uint32_t message = 0;
    std::uint32_t hops = 0;
};

/// How cycles are worked off (docs/router.md, section 4), and what else is fixed at construction.
struct EngineTraits {
    bool va_sees_rc = false;      ///< RC and VA share a cycle: depths 1, 2
    bool sa_sees_va = false;      ///< VA and SA share a cycle: depth 1
    std::uint32_t traversal = 0;  ///< cycles between SA and ST: 1 at depth 4
    bool whole_messages = false;  ///< a VC is granted with room for the whole message only
    bool store = false;           ///< store-and-forward
    bool buffer_empty = false;
    bool all_injection = false;
    std::uint32_t capacity = 0;             ///< credits of an empty network VC
    std::uint32_t vc_classes = 1;           ///< C
    std::uint32_t network_classes = 1;      ///< K = M * C
    bool simple_vc_allocation = false;      ///< all heads at an output may use the same VCs
    bool packed_vc_allocation = false;      ///< round robin, one request word
    bool packed_switch_allocation = false;  ///< ... and separable_input
    topo::RouteSelection selection = topo::RouteSelection::only;
};

/// All registers and wires of the network as arrays. What follows from what is in EngineLayout; who
/// may change what, in the stages.
struct EngineState {
    explicit EngineState(const rtl::NetworkDescription& network);

    const rtl::NetworkDescription description;
    const EngineLayout layout;
    EngineTraits traits;

    rtl::Cycle edge = 0;  ///< cycles before it are done

    // Routers.
    std::vector<InputVc> input_vcs;        ///< [input VC]
    std::vector<MessageFifo> fifos;        ///< [input VC]
    std::vector<std::uint16_t> classes;    ///< [input VC] index into class_vcs; routed or active
    std::vector<std::uint64_t> class_vcs;  ///< VCs allowed: K network classes, M ejection classes
    std::vector<std::uint64_t> injection_class_vcs;  ///< [message class] VCs of injection buffers
    std::vector<OutputVc> output_vcs;                ///< [output VC]
    std::vector<std::uint64_t> free_vcs;  ///< [output] not held (and drained, with buffer_empty)
    std::vector<std::uint64_t> requests;  ///< [output * words + w] for the switch
    std::vector<std::uint64_t> waiting;   ///< [output * words + w] routed heads
    std::vector<std::uint64_t> open;      ///< [output] all ones: link free; empty: always
    std::vector<std::uint8_t> busy;       ///< [router, blocks of kLanes] has switch requests

    // Arbiters: those of the packed allocators, or one object per router.
    std::vector<std::uint8_t> vc_pointer;        ///< [output VC] bit to search from
    std::vector<std::uint64_t> input_priority;   ///< [router] VCs at or above the pointers
    std::vector<std::uint64_t> output_priority;  ///< [output] ports at or above the pointer
    AllocateSwitch allocate_switch = nullptr;
    std::vector<std::unique_ptr<rtl::VcAllocation>> vc_allocators;          ///< [router]
    std::vector<std::unique_ptr<rtl::SwitchAllocation>> switch_allocators;  ///< [router]

    // Work lists. A unit of VC allocation is an output, or a router where it has an allocator
    // object.
    IdList to_route;                      ///< input VCs whose front is a new head
    IdList to_enter;                      ///< input VCs that VA sees for the first time
    IdList granted_vcs;                   ///< input VCs that VA made active in this cycle
    IdList grants;                        ///< input VCs that won the switch
    IdList heads;                         ///< ... with a head that leaves its source
    IdList tails;                         ///< ... with a tail
    std::vector<std::uint32_t> va_units;  ///< units with something to decide
    std::vector<std::uint8_t> va_listed;  ///< [unit] in va_units

    // Wires: what arrives at an edge.
    EdgeRing<IdList> flits;    ///< input VCs
    EdgeRing<IdList> credits;  ///< network output VCs
    EdgeRing<IdList> ejected;  ///< ejection VCs
    EdgeRing<std::vector<Consumption>> consumed;
    EdgeRing<IdList> reopened;  ///< outputs whose link is free again
    IdList injection_credits;   ///< input VCs of injection ports, next edge
    std::uint64_t on_wires =
        0;  ///< entries in flits, credits, ejected, reopened, injection_credits

    // Sources.
    SlotPool<MessageRecord> messages;
    MessageFifos message_fifos;
    std::vector<InjectionPort> injection_ports;  ///< [injection port]
    std::vector<InjectionVc> injection_vcs;      ///< [injection port * injection_vcs + v]
    std::vector<std::uint32_t> injecting;        ///< ports that may have something to do

    // Statistics.
    rtl::NetworkCounters counters;
    std::vector<std::uint64_t> flits_sent;     ///< [output] of messages whose tail has been granted
    std::vector<std::uint64_t> heads_seen;     ///< [output]
    std::vector<std::uint64_t> heads_blocked;  ///< [output]
    std::vector<std::uint64_t> vc_busy_cycles;  ///< [output * (V + 1) + held]
    std::vector<rtl::Cycle> vc_busy_since;      ///< [output] edge of the last change of `held`
    std::vector<std::uint8_t> vcs_held;         ///< [output]

    Observation observation;
    std::unique_ptr<Boundary> boundary;  ///< to external routers; null: there are none

    // Scratch of the stages; means nothing between them.
    std::vector<topo::RouteCandidate> candidates;
    std::vector<rtl::VcRequest> vc_requests;
    std::vector<rtl::VcRequest> vc_grants;
    std::vector<rtl::SwitchRequest> switch_requests;
    std::vector<rtl::SwitchGrant> switch_grants;
};

}  // namespace flitscope::tlm
