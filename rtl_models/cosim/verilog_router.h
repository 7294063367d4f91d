#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/cosim/flattened_ports.h"
#include "rtl_models/cosim/unit_model.h"
#include "rtl_models/router/flit.h"
#include "rtl_models/router/header_pins.h"

namespace flitscope::cosim {

/// Wires of router_core.v that a model shows, by their names there, and the bits of one VC
/// (rtl::PinWidth).
///
/// Decisions of the running cycle: RC worked (`vc_route_valid`), its result, who takes part in VC
/// allocation and asks for which port, who won which VC, who holds an output VC (`active_...`,
/// port and VC while valid), who crosses the switch, who of these won it, and whose speculative
/// grant was wasted. Registers, as of the edge it began at: stage routed or active (`vc_stage_...`;
/// neither: idle), flits in the FIFO, a head or a tail at its front; of output VCs held, flits
/// without a credit yet (0 at ejection outputs), may be granted to a head, passed by its
/// pointer, may be sent on.
#define FLITSCOPE_CHECKPOINTS(CHECKPOINT) \
    CHECKPOINT(vc_route_valid, bit)       \
    CHECKPOINT(vc_route_port, port)       \
    CHECKPOINT(vc_route_allowed, vcs)     \
    CHECKPOINT(vc_route_detour, bit)      \
    CHECKPOINT(vc_request_valid, bit)     \
    CHECKPOINT(vc_request_port, port)     \
    CHECKPOINT(vc_grant_valid, bit)       \
    CHECKPOINT(vc_grant_vc, vc)           \
    CHECKPOINT(active_valid, bit)         \
    CHECKPOINT(active_port, port)         \
    CHECKPOINT(active_vc, vc)             \
    CHECKPOINT(switch_grant, bit)         \
    CHECKPOINT(switch_wasted, bit)        \
    CHECKPOINT(allocator_grant, bit)      \
    CHECKPOINT(vc_stage_routed, bit)      \
    CHECKPOINT(vc_stage_active, bit)      \
    CHECKPOINT(count, count)              \
    CHECKPOINT(head_valid, bit)           \
    CHECKPOINT(tail_front, bit)           \
    CHECKPOINT(output_state_held, bit)    \
    CHECKPOINT(output_outstanding, count) \
    CHECKPOINT(output_state_free, bit)    \
    CHECKPOINT(output_state_passed, bit)  \
    CHECKPOINT(output_ready, bit)
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
    CHECKPOINT(absorb_route_valid, bit)          \
    CHECKPOINT(absorb_route_allowed, vcs)        \
    CHECKPOINT(absorb_request_valid, bit)        \
    CHECKPOINT(absorb_vc_grant_valid, bit)       \
    CHECKPOINT(absorb_vc_grant_vc, vc)           \
    CHECKPOINT(absorb_active_valid, bit)         \
    CHECKPOINT(absorb_active_vc, vc)             \
    CHECKPOINT(absorb_grant, bit)                \
    CHECKPOINT(absorb_stage_routed, bit)         \
    CHECKPOINT(absorb_stage_active, bit)         \
    CHECKPOINT(absorb_error, bit)                \
    CHECKPOINT(pop, bit)                         \
    CHECKPOINT(drop, bit)
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

/// One verilated router.v: the wires of a cycle in, a clock edge, the wires of the next cycle out.
/// Ports and VCs as in docs/router.md, section 2; sets of VCs are bit masks, bit v for VC v.
///
/// Timing  Values of set_flit and set_credits are on the input wires for one cycle: the next
///         clock() takes them and clears the wires. After clock() the outputs show the cycle that
///         begins at that edge.
class VerilogRouter {
public:
    /// A model of a VerilogSet, and its sizes.
    VerilogRouter(std::unique_ptr<UnitModel> model, const rtl::PinSizes& sizes);

    /// Runs the reset cycles. Afterwards the router is as before edge 0. `link_vcs`: VCs of the
    /// links, by network port; those without one, and all if it is empty, count as V.
    void reset(topo::NodeId node, const std::vector<int>& link_vcs);
    /// Before reset(), with lookahead.
    void set_neighbours(const rtl::Lookahead& lookahead, topo::RouterId router, int network_ports) {
        cosim::set_neighbours(*model_, lookahead, router, network_ports);
    }
    /// Writes a row of the route table of an input, by network port as in rtl::RouteTableRows.
    /// After reset(), between clock edges; the running cycle reads it.
    void write_row(int input, std::uint32_t address, const std::vector<std::uint8_t>& entries);
    /// The flit on the input's wire, flit.vc included, and in sets with multicasts its header.
    /// `flit` must be valid.
    void set_flit(int input, const rtl::Flit& flit) { flits_i_.set(flit, input); }
    // Purges at the next clock (docs/recovery_and_faults.md, section 1). Only in sets with purges;
    // the others throw std::logic_error.
    void purge(int input, int vc, const InputPurge& purge);
    /// The output VC is held by a purged message.
    void release(int output, int vc) {
        set_output_purge(output, vc * (count_width_ + 1) + count_width_, 1, 1);
    }
    /// Flits were purged downstream of this output VC at the edge before; they count as credits
    /// now.
    void return_flits(int output, int vc, int flits) {
        set_output_purge(output, vc * (count_width_ + 1), count_width_, flits);
    }
    /// At depth 4: the flit that crosses to this output in the running cycle is dropped.
    void drop_crossing(int output) {
        set_output_purge(output, sizes_.vcs * (count_width_ + 1), 1, 1);
    }
    /// The credits on the wire that comes back to a network output.
    void set_credits(int output, std::uint64_t vcs) {
        credit_i_.write(output * sizes_.vcs, sizes_.vcs, vcs);
    }
    /// One rising clock edge. `route_again`: at this edge heads without an output VC forget their
    /// routes.
    void clock(bool route_again = false);

    /// A clock edge without flits and credits on the inputs would change nothing, so it may be
    /// skipped.
    bool idle() const { return idle_o_.read() != 0; }
    /// The flit on an output's wire, in sets with multicasts with its header; kind none: nothing.
    rtl::Flit flit(int output) const {
        return flit_o_valid_.read(output, 1) != 0 ? flits_o_.get(output) : rtl::Flit();
    }
    /// The credits on the wire that leads back from an input.
    std::uint64_t credits(int input) const {
        return credit_o_.read(input * sizes_.vcs, sizes_.vcs);
    }

    // Checkpoints.
    /// Of an output VC (`output_...`) or an input VC (all others). In sets without multicasts `pop`
    /// is `switch_grant`, and the others of multicasts are 0.
    std::uint64_t at(Checkpoint which, int port, int vc) const {
        return shown(which).read(port * sizes_.vcs + vc);
    }
    /// One of a single bit, of all VCs of an input.
    std::uint64_t vcs(Checkpoint which, int input) const {
        return shown(which).read(input * sizes_.vcs, sizes_.vcs);
    }
    /// The flit at the front of a FIFO that is not empty; vc is 0.
    rtl::Flit front(int input, int vc) const { return fronts_.get(input * sizes_.vcs + vc); }
    /// What of a header is there; in sets without multicasts nothing.
    rtl::HeaderPins front_header(int input, int vc) const {
        return fronts_.header(input * sizes_.vcs + vc);
    }

    /// For a dump of its own.
    VerilatedModel& model() { return *model_; }
    const rtl::PinBits& clock_pin() const { return clk_i_; }

private:
    /// Where a checkpoint is in its wire.
    struct Shown {
        rtl::PinBits wire;
        int lsb = 0;
        int width = 1;
        int stride = 1;  ///< bits from a VC to the next

        std::uint64_t read(int at, int count = 1) const {
            return wire.exists() ? wire.read(at * stride + lsb, count * width) : 0;
        }
    };

    const Shown& shown(Checkpoint which) const { return shown_[static_cast<std::size_t>(which)]; }
    void find_checkpoints();
    Flattened<rtl::Flit> flits_of(const char* net, int count, bool output) const;
    void set_output_purge(int output, int lsb, int width, int value);
    void require_purges() const;

    std::unique_ptr<UnitModel> model_;
    const rtl::PinSizes sizes_;
    const int count_width_;
    rtl::PinBits clk_i_, rst_ni_, route_again_i_, idle_o_, flit_i_valid_, flit_o_valid_, credit_i_,
        credit_o_;
    TablePins table_;
    rtl::PinBits purge_i_inputs_, purge_i_outputs_;  ///< none: no message can be taken out
    Flattened<rtl::Flit> flits_i_;                   ///< by input
    Flattened<rtl::Flit> flits_o_;                   ///< by output
    Flattened<rtl::Flit> fronts_;                    ///< by input VC
    std::array<Shown, static_cast<std::size_t>(Checkpoint::drop) + 1> shown_;
};

}  // namespace flitscope::cosim
