#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/fast/engine/edge_ring.h"
#include "rtl_models/router/contract/network_observer.h"

namespace flitscope::tl {

struct EngineState;
struct MessageRecord;

/// Reports the work of the stages to the network's observer. The stages only keep lists; each
/// function reads such a list again, so a network without an observer pays one test per list.
struct Observation {
    struct Passing {
        std::uint32_t router = 0;
        std::uint32_t port = 0;
        rtl::Flit flit;
    };

    rtl::NetworkObserver* observer = nullptr;
    EdgeRing<std::vector<Passing>> to_write;    ///< flits on wires to input VCs
    EdgeRing<std::vector<Passing>> to_consume;  ///< flits on ejection wires

    bool enabled() const { return observer != nullptr; }
};

/// Flit `index` of a message on a channel, `hops` channels used so far; flit `leading` leads.
rtl::Flit make_flit(const EngineState& state, const MessageRecord& record, std::uint32_t index,
                    std::uint32_t leading, std::uint32_t hops, std::uint32_t vc);

/// Reports flits that are in their FIFO (or consumed) from the current edge on.
void observe_written(EngineState& state);
void observe_consumed(EngineState& state);
/// After RC: `routed_vcs` are the input VCs it worked on.
void observe_routed(EngineState& state, const IdList& routed_vcs);
/// After VA: state.granted_vcs.
void observe_granted_vcs(EngineState& state);
/// After SA, before the traversal: state.grants, on the wires in cycle `sent`.
void observe_switch_grants(EngineState& state, rtl::Cycle sent);
/// Before the traversal: state.branches.grants.
void observe_branch_grants(EngineState& state);
/// A flit with branches leaves its FIFO.
void observe_credit(EngineState& state, std::uint32_t input_vc);
/// Before the flit leaves the injection port for input VC `input_vc` of its router at the current
/// edge.
void observe_injection(EngineState& state, std::uint32_t input_vc, std::uint32_t message,
                       std::uint32_t index);

}  // namespace flitscope::tl
