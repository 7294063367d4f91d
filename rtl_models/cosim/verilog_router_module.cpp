#include "rtl_models/cosim/verilog_router_module.h"

#include <sstream>
#include <string>

#include "rtl_models/router/contract/header_route.h"
#include "rtl_models/router/contract/wait_graph.h"
#include "rtl_models/router/pin_widths.h"

namespace flitscope::cosim {

namespace {

/// The VCs of a verilated router in a waveform: the registers of the RTL, not their expected
/// values.
class VerilogRouterWaves final : public rtl::ShownVcs {
public:
    /// As ShownVcs; `rtl` outlives it, too.
    VerilogRouterWaves(const rtl::RouterModule& router, const rtl::NetworkDescription* network,
                       const VerilogRouter& rtl)
        : ShownVcs(router, network), rtl_(rtl) {}

private:
    int value(Checkpoint which, int port, int vc) const {
        return static_cast<int>(rtl_.at(which, port, vc));
    }
    rtl::VcStage stage(int port, int vc) const override {
        return value(Checkpoint::vc_stage_active, port, vc) != 0   ? rtl::VcStage::active
               : value(Checkpoint::vc_stage_routed, port, vc) != 0 ? rtl::VcStage::routed
                                                                   : rtl::VcStage::idle;
    }
    int occupancy(int port, int vc) const override { return value(Checkpoint::count, port, vc); }
    int output(int port, int vc) const override {
        return value(Checkpoint::vc_request_port, port, vc);
    }
    int output_vc(int port, int vc) const override {
        return value(Checkpoint::active_vc, port, vc);
    }
    rtl::HeaderPins head_pins(int port, int vc) const override {
        return value(Checkpoint::head_valid, port, vc) != 0 ? rtl_.front_header(port, vc)
                                                            : rtl::HeaderPins();
    }
    waves::HeadAction action_of_head(int port, int vc) const override {
        const auto bit = [&](Checkpoint which) { return value(which, port, vc) != 0; };
        return waves::head_action(
            bit(Checkpoint::header_action_valid), bit(Checkpoint::header_action_forward),
            bit(Checkpoint::header_action_receive), bit(Checkpoint::header_action_drop),
            bit(Checkpoint::header_action_error));
    }
    int held(int port, int vc) const override {
        return value(Checkpoint::output_state_held, port, vc);
    }
    int outstanding(int port, int vc) const override {
        return value(Checkpoint::output_outstanding, port, vc);
    }
    int grant(int output) const override {
        const rtl::PortLayout& ports = router().ports();
        for (int p = 0; p < ports.inputs(); ++p) {
            for (int v = 0; v < router().input_vcs(p); ++v) {
                // A head that takes its VC with the switch, or bypasses, is not active yet.
                const Checkpoint port =
                    value(Checkpoint::active_valid, p, v) != 0       ? Checkpoint::active_port
                    : value(Checkpoint::vc_request_valid, p, v) != 0 ? Checkpoint::vc_request_port
                                                                     : Checkpoint::vc_route_port;
                const bool forwards =
                    value(Checkpoint::switch_grant, p, v) != 0 && value(port, p, v) == output;
                const bool absorbs = value(Checkpoint::absorb_grant, p, v) != 0 &&
                                     ports.ejection_output(0, p) == output;
                if (forwards || absorbs) {
                    return p + 1;
                }
            }
        }
        return 0;
    }

    const VerilogRouter& rtl_;
};

/// What the branch absorb waits for or holds. Whether that is all: no other branch could wait.
bool waits_for_ejection(const RouterShadow::InputVc& in, const OutputRules& rules,
                        rtl::VcWait& wait) {
    const RouterShadow::Branch& absorb = in.absorb;
    if (absorb.stage == rtl::VcStage::active) {
        wait.absorb_port = absorb.output;
        wait.absorb_vc = absorb.output_vc;
        wait.movable = true;
        return in.stage == rtl::VcStage::idle;
    }
    if (absorb.stage == rtl::VcStage::routed) {
        wait.output_port = absorb.output;
        wait.wanted = absorb.wanted;
        wait.movable = rules.has_grantable(absorb, 1);
        return true;
    }
    return false;
}

}  // namespace

VerilogRouterModule::VerilogRouterModule(const sc_core::sc_module_name& name,
                                         const rtl::RouterInstance& instance, rtl::Clock& clock,
                                         const VerilogSet& set)
    : CosimRouterModule(name, instance),
      clock_(clock),
      rtl_(set.make(waves::router_scope(instance.id)), set.sizes),
      rules_(*this, instance, shadow_),
      output_rules_(*this, shadow_),
      follower_(*this, rtl_, shadow_, rules_, output_rules_, instance),
      waves_(std::make_unique<VerilogRouterWaves>(*this, instance.network, rtl_)),
      dump_(rtl_.model(), rtl_.clock_pin(), [this] {
          // What the next edge takes.
          read_wires([this](int port, const rtl::Flit& flit) { rtl_.set_flit(port, flit); },
                     [this](int port, std::uint64_t vcs) { rtl_.set_credits(port, vcs); });
      }) {
    if (instance.purging) {
        purge_ = std::make_unique<VerilogRouterPurge>(*this, rtl_, shadow_);
    }
    // Links may have fewer VCs; invariants are asked of all.
    const auto vcs = static_cast<std::size_t>(context().parameters.virtual_channels);
    for (int p = 0; p < ports().inputs(); ++p) {
        shadow_.inputs.emplace_back(vcs);
        orders_.emplace_back(input_vcs(p));
    }
    for (int p = 0; p < ports().outputs(); ++p) {
        shadow_.outputs.emplace_back();
        shadow_.outputs.back().vcs.resize(vcs);
        shadow_.outputs.back().pointers = pointers(p);
        shadow_.outputs.back().delayed.resize(
            static_cast<std::size_t>(context().parameters.extra_stages));
    }
    if (context().observer != nullptr) {
        checker_ = std::make_unique<CheckpointChecker>(*this, rules_, rtl_, shadow_);
    }
    if (instance.lookahead) {
        rtl_.set_neighbours(*instance.lookahead, id(), ports().network);
    }
    rtl_.reset(id(), instance.link_vcs);
    load_tables();
}

/// All rows of all inputs, as they are now: of the routes, if they are looked up, and of header
/// routings.
void VerilogRouterModule::load_tables() {
    for (int input = 0; input < ports().inputs(); ++input) {
        if (has_input(input) && rules_.tables() != nullptr) {
            load_routes(input);
        }
        if (has_input(input) && rules_.network() != nullptr) {
            rtl::for_each_header_row(
                *rules_.network(), id(), input,
                [&](std::uint32_t address, const std::vector<std::uint8_t>& row) {
                    rtl_.write_row(input, address, row);
                });
        }
    }
}

void VerilogRouterModule::load_routes(int input) {
    const int network = ports().network;
    const rtl::RouteTableRows& rows = rules_.tables()->rows(id(), input < network ? input : -1);
    // Where tables change, a route without a choice is not bound to the output of its queue.
    const bool free = rules_.live() && rules_.unicasts().selection() == topo::RouteSelection::only;
    const topo::PortId queue = free ? -1 : rtl::queue_port(context().parameters, ports(), input);
    rows.for_each_row(network, queue,
                      [&](std::uint32_t address, const std::vector<std::uint8_t>& row) {
                          rtl_.write_row(input, address, row);
                      });
}

void VerilogRouterModule::end_of_elaboration() {
    CosimRouterModule::end_of_elaboration();
    if (purge_) {
        gate().watch(purge_->ports().purge_i);
        for (const rtl::DroppedIn& dropped : purge_->ports().dropped_i) {
            if (dropped) {
                gate().watch(*dropped);
            }
        }
    }
    if (trace_ != nullptr) {
        dump_.start(*trace_, id());
        // A cycle is written when the next one begins, because until then its wires may change,
        // also between two runs.
        clock_.on_cycle_begin = [this, before = clock_.on_cycle_begin](rtl::Cycle cycle) {
            dump_.begin(cycle);
            if (before) {
                before(cycle);
            }
        };
    }
}

void VerilogRouterModule::at_edge() {
    take_all_wires();
    const bool again = purge_ && purge_->purge().route_again;
    rtl_.clock(again);
    dump_.edge(cycle());
    if (again) {
        forget_routes();
    }
    if (checker_) {
        require(*this, checker_->wrong_state());
    }
    follower_.follow();
    if (checker_) {
        require(*this, checker_->wrong_flits());
    }
    drive_wires();
    if (!rtl_.idle() || (purge_ && purge_->shows_dropped())) {
        gate().wake();
    }
}

/// Takes what the wires carried, except flits of messages that are purged at this edge.
void VerilogRouterModule::take_all_wires() {
    if (purge_) {
        purge_->begin();
        if (purge_->shows_dropped()) {
            for (rtl::VcOrderChecker& order : orders_) {
                order.forget([&](std::uint32_t message) { return purge_->purge().takes(message); });
            }
        }
    }
    read_wires(
        [this](int port, const rtl::Flit& flit) {
            if (!purge_ || !purge_->drops(port, flit)) {
                take_flit(port, flit);
            }
        },
        [this](int port, std::uint64_t vcs) { take_credits(port, vcs); });
    if (purge_) {
        purge_->take_out();
    }
}

/// If flits come without their bytes, the pins carry zeros.
void VerilogRouterModule::take_flit(int port, const rtl::Flit& arriving) {
    rtl::Flit flit = arriving;
    if (flit.data.words() == 0 && context().parameters.data_bytes() > 0) {
        flit.data.set_word(rtl::words_of(8 * context().parameters.data_bytes()) - 1, 0);
    }
    const char* const wrong = orders_[static_cast<std::size_t>(port)].check(flit);
    const rtl::VcCredits room(context().parameters, port < ports().network);
    const bool full =
        wrong == nullptr && !room.has(flit.vc, [&](int v) { return occupancy(port, v); });
    if (wrong != nullptr || full) {
        std::ostringstream what;
        what << "input " << port << ": " << (full ? "no credit, VC is full" : wrong) << ": "
             << flit;
        fail(*this, full ? "/flitscope/cosim/buffer_overflow" : "/flitscope/cosim/vc_order",
             what.str());
    }
    RouterShadow::InputVc& in = shadow_.input_vc(port, flit.vc);
    in.fifo.push_back(flit);
    in.lead();
    rtl_.set_flit(port, flit);
    report_written(port, flit);
}

void VerilogRouterModule::take_credits(int port, std::uint64_t vcs) {
    rtl::for_each_bit(vcs, [&](int v) {
        if (v >= output_vcs(port) || outstanding(port, v) == 0) {
            fail(*this, "/flitscope/cosim/credit_overflow",
                 "output " + std::to_string(port) + ": credit for VC " + std::to_string(v) +
                     ", which has none outstanding");
        }
        --shadow_.output_vc(port, v).outstanding;
    });
    rtl_.set_credits(port, vcs);
}

/// The registers of the RTL have forgotten them at this edge.
void VerilogRouterModule::forget_routes() {
    for (auto& port : shadow_.inputs) {
        for (RouterShadow::InputVc& in : port) {
            if (in.stage == rtl::VcStage::routed) {
                in.stage = rtl::VcStage::idle;
            }
            in.again = false;
        }
    }
    load_tables();
}

void VerilogRouterModule::drive_wires() {
    for (const auto& input : inputs()) {
        drive_credits(*input, rtl_.credits(input->port));
    }
    for (const auto& output : outputs()) {
        drive_flit(*output, driven(output->port));
    }
}

/// The flit on the output pins of the RTL. Its header fields must be those of the flit that was
/// sent; operands have no pins.
rtl::Flit VerilogRouterModule::driven(int port) const {
    rtl::Flit flit = rtl_.flit(port);
    if (!flit.valid()) {
        return flit;
    }
    const RouterShadow::Output& out = shadow_.output(port);
    const rtl::Flit& sent = out.leaving(context().parameters.stages().traversal > 0);
    flit.operand = sent.operand;
    if (rules_.network() == nullptr) {
        return flit;
    }
    if (flit.error != sent.error ||
        !same_header(flit.header, flit.served, sent.header, sent.served)) {
        require(*this, "crossbar: header fields of output " + std::to_string(port) + ", " +
                           std::to_string(flit.message) + " flit " + std::to_string(flit.index) +
                           ": must be those of message " + std::to_string(sent.message) + " flit " +
                           std::to_string(sent.index) + " with " + std::to_string(sent.served) +
                           " entries served");
    }
    return flit;
}

/// One for every input VC that is not empty, by port, then VC.
void VerilogRouterModule::append_waits(std::vector<rtl::VcWait>& waits) const {
    for (int p = 0; p < ports().inputs(); ++p) {
        for (int v = 0; v < input_vcs(p); ++v) {
            if (occupancy(p, v) > 0) {
                waits.push_back(wait_of(p, v));
            }
        }
    }
}

rtl::VcWait VerilogRouterModule::wait_of(int port, int vc) const {
    const RouterShadow::InputVc& in = shadow_.input_vc(port, vc);
    const std::uint32_t length = rtl::flits_behind(in.fifo.front());
    rtl::VcWait wait;
    wait.router = id();
    wait.port = port;
    wait.vc = vc;
    wait.message = in.fifo.front().message;
    rtl::tell_room(wait, context().parameters, occupancy(port, vc), length);
    if (waits_for_ejection(in, output_rules_, wait) || in.stage == rtl::VcStage::idle) {
        return wait;
    }
    wait.output_port = in.output;
    wait.wanted = in.wanted;
    if (in.stage == rtl::VcStage::active) {
        const bool absorbs = in.absorb.stage == rtl::VcStage::active && !in.absorbed;
        wait.output_vc = in.output_vc;
        wait.movable =
            endless(in.output) || absorbs || output_rules_.has_credit(in.output, in.output_vc);
    } else {
        wait.movable = in.may_escape || output_rules_.has_grantable(in, length);
    }
    return wait;
}

void VerilogRouterModule::append_stranded(std::vector<std::uint32_t>& ids) const {
    ids.insert(ids.end(), follower_.stranded().begin(), follower_.stranded().end());
}
int VerilogRouterModule::returning(int port, int vc) const {
    return purge_ ? purge_->returning(port, vc) : 0;
}
std::uint64_t VerilogRouterModule::flits_dropped() const {
    return purge_ ? purge_->flits_dropped() : 0;
}
int VerilogRouterModule::occupancy(int port, int vc) const {
    return static_cast<int>(shadow_.input_vc(port, vc).fifo.size());
}
int VerilogRouterModule::outstanding(int port, int vc) const {
    return shadow_.output_vc(port, vc).outstanding;
}
int VerilogRouterModule::in_traversal(int port, int vc) const {
    return shadow_.output(port).inside(vc, context().parameters.stages().traversal > 0);
}
waves::RouterSources VerilogRouterModule::wave_sources() const {
    waves::RouterSources sources = port_sources();
    waves_->add_to(sources);
    return sources;
}

}  // namespace flitscope::cosim
