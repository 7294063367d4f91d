#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/cosim/verilog_parameters.h"
#include "rtl_models/router/flit.h"
#include "rtl_models/router/header_pins.h"

namespace flitscope::cosim {

/// Wires of router_core.v that a model shows, by their names there, and the bits of one VC
/// (constants of VerilatedModel).
///
/// Decisions of the running cycle: RC worked (`vc_route_valid`), its result, who takes part in VC
/// allocation and asks for which port, who won which VC, who holds an output VC (`active_...`,
/// port and VC while valid), who won the switch. Registers, as of the edge it began at:
/// stage routed or active (`vc_stage_...`; neither: idle), flits in the FIFO, a head or a tail at
/// its front; of output VCs held, flits without a credit yet (0 at ejection outputs), may be
/// granted to a head, may be sent on.
#define FLITSCOPE_CHECKPOINTS(CHECKPOINT)       \
    CHECKPOINT(vc_route_valid, 1)               \
    CHECKPOINT(vc_route_port, kPortWidth)       \
    CHECKPOINT(vc_route_allowed, kVcs)          \
    CHECKPOINT(vc_request_valid, 1)             \
    CHECKPOINT(vc_request_port, kPortWidth)     \
    CHECKPOINT(vc_grant_valid, 1)               \
    CHECKPOINT(vc_grant_vc, kVcWidth)           \
    CHECKPOINT(active_valid, 1)                 \
    CHECKPOINT(active_port, kPortWidth)         \
    CHECKPOINT(active_vc, kVcWidth)             \
    CHECKPOINT(switch_grant, 1)                 \
    CHECKPOINT(vc_stage_routed, 1)              \
    CHECKPOINT(vc_stage_active, 1)              \
    CHECKPOINT(count, kCountWidth)              \
    CHECKPOINT(head_valid, 1)                   \
    CHECKPOINT(tail_front, 1)                   \
    CHECKPOINT(output_state_held, 1)            \
    CHECKPOINT(output_outstanding, kCountWidth) \
    CHECKPOINT(output_state_free, 1)            \
    CHECKPOINT(output_ready, 1)
/// For sets with multicasts (docs/multicast_units.md): the actions of the header units for the
/// heads at the fronts; for the branch absorb, the same values as above; flits that leave, flits
/// that end here, and whether a flit's copy is a protocol error.
#define FLITSCOPE_ACTION_CHECKPOINTS(ACTION) \
    ACTION(valid)                            \
    ACTION(forward)                          \
    ACTION(receive)                          \
    ACTION(drop)                             \
    ACTION(error)
#define FLITSCOPE_BRANCH_CHECKPOINTS(CHECKPOINT) \
    CHECKPOINT(absorb_route_valid, 1)            \
    CHECKPOINT(absorb_route_allowed, kVcs)       \
    CHECKPOINT(absorb_request_valid, 1)          \
    CHECKPOINT(absorb_vc_grant_valid, 1)         \
    CHECKPOINT(absorb_vc_grant_vc, kVcWidth)     \
    CHECKPOINT(absorb_active_valid, 1)           \
    CHECKPOINT(absorb_active_vc, kVcWidth)       \
    CHECKPOINT(absorb_grant, 1)                  \
    CHECKPOINT(absorb_stage_routed, 1)           \
    CHECKPOINT(absorb_stage_active, 1)           \
    CHECKPOINT(absorb_error, 1)                  \
    CHECKPOINT(pop, 1)                           \
    CHECKPOINT(drop, 1)
#define FLITSCOPE_ENUMERATOR(net, width) net,
#define FLITSCOPE_ACTION(field) header_action_##field,
enum class Checkpoint {
    header_head_destination,
    FLITSCOPE_ACTION_CHECKPOINTS(FLITSCOPE_ACTION) FLITSCOPE_CHECKPOINTS(FLITSCOPE_ENUMERATOR)
        FLITSCOPE_BRANCH_CHECKPOINTS(FLITSCOPE_ENUMERATOR)
};
#undef FLITSCOPE_ENUMERATOR
#undef FLITSCOPE_ACTION

/// For the message of an input VC: its flits in the FIFO, which are at the front, after the one
/// that crosses in the running cycle.
struct InputPurge {
    int flits = 0;
    bool tail = false;   ///< ... with its tail
    bool works = false;  ///< it has a route or an output VC, which it loses
};

/// One verilated router: the wires of a cycle in, a clock edge, the wires of the next cycle out.
///
/// Plain C++: no SystemC, no Verilator type, so that any kind of network can hold one. Ports and
/// VCs as in docs/router.md, section 2; sets of VCs are bit masks, bit v for VC v.
///
/// Timing  Values of set_flit and set_credits are on the input wires for one cycle: the next
///         clock() takes them and clears the wires. After clock() the outputs show the cycle that
///         begins at that edge.
class VerilogRouter {
public:
    virtual ~VerilogRouter() = default;

    /// Runs the reset cycles. Afterwards the router is as before edge 0. `link_vcs`: VCs of the
    /// links, by network port; those without one, and all if it is empty, count as V.
    virtual void reset(topo::NodeId node, const std::vector<int>& link_vcs) = 0;
    /// Writes a row of the route table of an input, by network port as in rtl::RouteTableRows.
    /// After reset(), between clock edges; the running cycle reads it.
    virtual void write_row(int input, std::uint32_t address,
                           const std::vector<std::uint8_t>& entries) = 0;
    /// The flit on the input's wire, flit.vc included. `flit` must be valid.
    virtual void set_flit(int input, const rtl::Flit& flit) = 0;
    /// ... and what of a header is on it; else 0, as of a unicast. After set_flit, in sets with
    /// multicasts only; the others throw std::logic_error.
    virtual void set_header(int input, const rtl::HeaderPins& pins) = 0;
    // Purges at the next clock (docs/recovery_and_faults.md, section 1). Only in sets with purges;
    // the others throw std::logic_error.
    virtual void purge(int input, int vc, const InputPurge& purge) = 0;
    /// The output VC is held by a purged message.
    virtual void release(int output, int vc) = 0;
    /// Flits were purged downstream of this output VC at the edge before; they count as credits
    /// now.
    virtual void return_flits(int output, int vc, int flits) = 0;
    /// At depth 4: the flit that crosses to this output in the running cycle is dropped.
    virtual void drop_crossing(int output) = 0;
    /// The credits on the wire that comes back to a network output.
    virtual void set_credits(int output, std::uint64_t vcs) = 0;
    /// One rising clock edge. `route_again`: at this edge heads without an output VC forget their
    /// routes.
    virtual void clock(bool route_again = false) = 0;

    /// A clock edge without flits and credits on the inputs would change nothing, so it may be
    /// skipped.
    virtual bool idle() const = 0;
    /// The flit on an output's wire; kind none: nothing.
    virtual rtl::Flit flit(int output) const = 0;
    /// What of a header is on an output's wire, all entries; in sets without multicasts nothing.
    virtual rtl::HeaderPins header(int output) const = 0;
    /// The credits on the wire that leads back from an input.
    virtual std::uint64_t credits(int input) const = 0;

    // Checkpoints.
    /// Of an output VC (`output_...`) or an input VC (all others). In sets without multicasts `pop`
    /// is `switch_grant`, and the others of multicasts are 0.
    virtual std::uint64_t at(Checkpoint which, int port, int vc) const = 0;
    /// One of a single bit, of all VCs of an input.
    virtual std::uint64_t vcs(Checkpoint which, int input) const = 0;
    /// The flit at the front of a FIFO that is not empty; vc is 0.
    virtual rtl::Flit front(int input, int vc) const = 0;
    /// ... and what of a header is there; in sets without multicasts nothing.
    virtual rtl::HeaderPins front_header(int input, int vc) const = 0;

    // In sets with tracing (VerilogSet::traced); the others throw std::logic_error.
    /// Starts a value change dump of everything inside, time unit 1 ps, at `file`. Call it once.
    /// The top scope has the name of the model.
    virtual void open_trace(const std::string& file) = 0;
    /// Writes the values of the cycle that begins at this time, with what the input wires carry
    /// now. `clocked`: at an edge; the clock is shown high in the first half of the cycle. Times
    /// ascend by cycles of 1000 ps.
    virtual void dump(std::uint64_t picoseconds, bool clocked) = 0;
    /// Throws std::system_error if not everything could be written.
    virtual void close_trace() = 0;
};

/// A verilated parameter set.
struct VerilogSet {
    std::string name;       ///< as given to flitscope_verilate_router
    std::string arguments;  ///< cmake_arguments() of its parameters
    bool traced = false;    ///< can write a dump of its own; runs slower
    std::function<std::unique_ptr<VerilogRouter>(const std::string& name)> make;
};

/// The set with these parameters; nullptr: there is none.
inline const VerilogSet* find_set(const std::vector<VerilogSet>& sets,
                                  const VerilogParameters& parameters, bool traced = false) {
    const std::string arguments = cmake_arguments(parameters);
    const auto found = std::find_if(sets.begin(), sets.end(), [&](const VerilogSet& set) {
        return set.arguments == arguments && set.traced == traced;
    });
    return found == sets.end() ? nullptr : &*found;
}

}  // namespace flitscope::cosim
