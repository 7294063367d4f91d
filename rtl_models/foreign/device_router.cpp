#include "rtl_models/foreign/device_router.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "common/mix64.h"
#include "rtl_models/foreign/checked_device.h"
#include "rtl_models/router/vc_mask.h"

namespace flitscope::cosim {

namespace {

/// Edges after reset at which a device may still be busy with it.
constexpr rtl::Cycle kSoonAfterReset = 32;
constexpr int kMostLines = 1000;  ///< that one device may print

/// The cause that ends the run instead of `found`, if the device has reported one since: if its
/// models differ, the device is not blamed.
ViolationCause real_cause(Device& device, const ViolationCause& found) {
    for (const DeviceRemark& remark : device.take_remarks()) {
        if (remark.kind == DeviceRemark::Kind::differs) {
            return {ViolationKind::models_differ, remark.text};
        }
    }
    return found;
}

}  // namespace

DeviceRouter::DeviceRouter(std::shared_ptr<const DeviceSetup> setup, topo::NodeId node,
                           std::string instance, const std::vector<bool>& connected, Print print)
    : setup_(std::move(setup)),
      instance_(std::move(instance)),
      codec_(setup_->model->make_codec()),
      device_(make_checked_device(
          *setup_->model, instance_,
          static_cast<std::uint32_t>(mix64(setup_->seed + static_cast<std::uint64_t>(node)) >>
                                     33))),
      ports_(*setup_, *device_, connected),
      history_(std::make_shared<PinHistory>(instance_, setup_->model->pins(), *device_,
                                            setup_->description.history, setup_->fields)),
      reset_(*setup_, *device_, node, ports_, *history_),
      dump_(*device_, reset_.clock()),
      print_(std::move(print)),
      coder_(setup_->description, setup_->addresses, setup_->routes, *codec_, node),
      messages_(setup_->parameters, ports_.layout(), node, setup_->routes, coder_, setup_->payload,
                setup_->unchecked) {
    if (!setup_->description.idle.empty()) {
        idle_pin_ = PinBinder(setup_->model->pins(), *device_).whole(setup_->description.idle);
    }
    guarded([this] { reset_.run(); });
}

void DeviceRouter::flit_arrives(int input, const rtl::Flit& flit, rtl::Cycle edge) {
    const DeviceDescription& d = setup_->description;
    if (d.max_length != 0 && flit.length > static_cast<std::uint32_t>(d.max_length)) {
        throw DescriptionError(d, d.max_length_place, "max_length",
                               fmt::format("{} in the device, but message {} has {} flits",
                                           d.max_length, flit.message, flit.length));
    }
    DeviceInput& in = ports_.input(input);
    ++in.occupancy[flit.vc];
    ++flits_inside_;
    const MessageTag tag = messages_.arrive(input, flit, edge);
    if (tag.held_by) {
        warn_of_narrow_tag(flit, tag, edge);
    }
    rtl::Flit tagged = flit;
    tagged.message = tag.value;
    in.flow->arrive(tagged);
    idle_ = false;
}

/// Once for all devices of a setup, and once more when tags run out.
void DeviceRouter::warn_of_narrow_tag(const rtl::Flit& head, const MessageTag& tag,
                                      rtl::Cycle edge) const {
    bool& warned = tag.shared ? setup_->warned_of_shared_tag : setup_->warned_of_narrow_tag;
    if (!std::exchange(warned, true)) {
        print_(fmt::format(
            "flitscope: warning: {}: cycle {}: {} is narrow: messages {} and {} are inside with "
            "equal heads; {}",
            instance_, edge, coder_.tag_text(), *tag.held_by, head.message,
            tag.shared ? "no tag is free to tell them apart, so some mistakes of the device cannot "
                         "be seen"
                       : fmt::format("{} goes with another tag than its number's", head.message)));
    }
}

void DeviceRouter::credits_arrive(int output, std::uint64_t vcs) {
    DeviceOutput& out = ports_.output(output);
    rtl::for_each_bit(vcs, [&](int v) { --out.outstanding[v]; });
    out.flow->credit(vcs);
    idle_ = false;
}

void DeviceRouter::clock(rtl::Cycle cycle) {
    guarded([this, cycle] {
        cycle_ = cycle - 1;  // it may have slept
        dump_.begin(cycle_);
        drive_pins();
        dump_.write(cycle_);
        settle();
        cycle_ = cycle;
        dump_.edge(cycle);
        reset_.edge();
        print_remarks();
        after_edge();
        drive_wires();
        see_whether_it_may_sleep();
        look_for_stuck_messages();
    });
}

/// What the device displays in this cycle. ViolationCause for $finish, $stop and failed assertions.
void DeviceRouter::print_remarks() {
    for (const DeviceRemark& remark : device_->take_remarks()) {
        switch (remark.kind) {
            case DeviceRemark::Kind::text:
                if (printed_++ < kMostLines) {
                    print_(fmt::format("{}: cycle {}: {}{}", instance_, cycle_, remark.text,
                                       printed_ == kMostLines
                                           ? "\n(this device's further lines are left out)"
                                           : ""));
                }
                break;
            case DeviceRemark::Kind::finish:
                throw ViolationCause(ViolationKind::finished, remark.text);
            case DeviceRemark::Kind::stop:
            case DeviceRemark::Kind::fatal:
                throw ViolationCause(ViolationKind::stopped, remark.text);
            case DeviceRemark::Kind::differs:
                throw ViolationCause(ViolationKind::models_differ, remark.text);
        }
    }
}

/// Drives the pins of the cycle that ends.
void DeviceRouter::drive_pins() {
    for (DeviceInput& input : ports_.inputs()) {
        const rtl::Flit* const offered = input.flow ? input.flow->offer() : nullptr;
        if (offered != nullptr) {
            coder_.encode(input.pins, *offered, input.network_port);
        } else {
            FlitCoder::remove(input.pins);
        }
    }
    if (!ready_first()) {
        forward();
    }
    device_->eval();
}

/// Drives ready of the cycle that begins, before its inputs are known; those of the cycle before
/// are taken away.
void DeviceRouter::give_ready() {
    for (DeviceInput& input : ports_.inputs()) {
        FlitCoder::remove(input.pins);
    }
    forward();
    device_->eval();
}

/// Drives the pins against the direction of flits: credits, ready or on.
void DeviceRouter::forward() {
    for (DeviceOutput& output : ports_.outputs()) {
        if (output.flow) {
            output.pins.write_back(output.flow->forward());
        }
    }
}

/// Before the edge: what depends on this cycle's inputs is there now, and nothing else may.
void DeviceRouter::settle() {
    history_->record(cycle_);
    settle_inputs();
    settle_outputs();
}

void DeviceRouter::settle_inputs() {
    const FlowControlParameters& flow = setup_->description.input_flow;
    for (DeviceInput& input : ports_.inputs()) {
        const std::uint64_t back = input.pins.read_back();
        if (credits_on(flow, back) != credits_on(flow, input.back)) {
            throw ViolationCause(ViolationKind::unstable_output,
                                 "credits depend on this cycle's inputs", input.name);
        }
        if (input.flow) {
            at_port(input.name, [&] { input.flow->settle(back); });
        }
    }
}

void DeviceRouter::settle_outputs() {
    for (DeviceOutput& output : ports_.outputs()) {
        const bool valid = FlitCoder::valid(output.pins);
        if (output.taken && !valid) {
            throw ViolationCause(ViolationKind::unstable_output,
                                 "valid goes away with this cycle's inputs", output.name);
        }
        if (ready_first()) {
            // A flit that depends on this cycle's inputs is on the wire in the next cycle.
            output.taken = output.taken || sample(output, cycle_ + 1);
        } else if (valid != output.shown) {
            throw ViolationCause(
                ViolationKind::unstable_output,
                fmt::format("valid depends on this cycle's inputs; if it waits "
                            "for {0}, say `valid_from_{0}: true`",
                            setup_->description.output_flow.kind == FlowControlKind::on_off
                                ? "on"
                                : "ready"),
                output.name);
        }
    }
}

void DeviceRouter::after_edge() {
    for (DeviceInput& input : ports_.inputs()) {
        input.clocked();
        if (!input.flow && credits_on(setup_->description.input_flow, input.back) != 0) {
            throw ViolationCause(ViolationKind::unconnected_port, "credit", input.name);
        }
    }
    if (ready_first()) {
        give_ready();
    }
    for (DeviceOutput& output : ports_.outputs()) {
        output.shown = FlitCoder::valid(output.pins);
        output.taken = sample(output, cycle_);
    }
}

/// Takes the flit that an output shows, if the flow control lets it go; it leaves the router in
/// cycle `leaves`.
bool DeviceRouter::sample(DeviceOutput& output, rtl::Cycle leaves) {
    if (!FlitCoder::valid(output.pins)) {
        return false;
    }
    bool taken = false;
    at_port(output.name, [&] {
        if (!output.flow) {
            throw ViolationCause(ViolationKind::unconnected_port, "flit");
        }
        const SeenFlit seen = coder_.see(output.pins);
        taken = output.flow->take(seen.vc);
        if (taken) {
            const Departure departure = messages_.leave(output.number, output.pins, seen, leaves);
            output.on_the_way[static_cast<std::size_t>(seen.vc)].push_back(departure);
            output.flow->push(departure.flit);
        }
    });
    return taken;
}

void DeviceRouter::drive_wires() {
    for (DeviceInput& input : ports_.inputs()) {
        input.credits = input.flow ? input.flow->credits() : 0;
        rtl::for_each_bit(input.credits, [&](int v) { --input.occupancy[v]; });
    }
    for (DeviceOutput& output : ports_.outputs()) {
        output.driven = {};
        const rtl::Flit* flit = nullptr;
        if (output.flow) {
            at_port(output.name, [&] { flit = output.flow->drive(); });
        }
        if (flit != nullptr) {
            output.driven = output.on_the_way[flit->vc].front();
            output.on_the_way[flit->vc].pop_front();
            --flits_inside_;
            output.outstanding[flit->vc] += output.network_port >= 0 ? 1 : 0;
            anything_came_out_ = true;
        }
    }
}

void DeviceRouter::see_whether_it_may_sleep() {
    const DeviceDescription& d = setup_->description;
    const bool quiet = messages_.empty() && ports_.quiet();
    quiet_cycles_ = quiet ? quiet_cycles_ + 1 : 0;
    idle_ = quiet && (idle_pin_.exists() ? (idle_pin_.read() != 0) == d.idle_high
                                         : d.quiet_after != 0 && quiet_cycles_ >= d.quiet_after);
}

void DeviceRouter::look_for_stuck_messages() {
    if (quiet_cycles_ > 0 || cycle_ % cycles_between_looks() != 0) {
        return;
    }
    const rtl::Flit* const stuck =
        messages_.stuck([this](int output, int vc) { return ports_.has_credit(output, vc); });
    if (stuck != nullptr) {
        throw ViolationCause(
            ViolationKind::no_progress,
            fmt::format("message {} from {} to {} has not moved for {} cycles, though its output "
                        "has room",
                        stuck->message, stuck->source, stuck->destination,
                        setup_->description.watchdog));
    }
}

int DeviceRouter::cycles_between_looks() const {
    return std::max(1, setup_->description.watchdog / ResidentMessages::kSamples);
}

rtl::Cycle DeviceRouter::suspense() const {
    const int looks = messages_.looks_to_go();
    return looks == 0 ? 0 : static_cast<rtl::Cycle>(looks) * cycles_between_looks() + 1;
}

/// The likely cause of a violation of this kind, if it is known.
std::string DeviceRouter::hint(ViolationKind kind) const {
    const bool about_messages =
        kind == ViolationKind::no_progress || kind == ViolationKind::unknown_flit ||
        kind == ViolationKind::lost_flit || kind == ViolationKind::length_mismatch;
    if (kind == ViolationKind::no_progress && !anything_came_out_) {
        const FlowControlParameters& flow = setup_->description.output_flow;
        const bool refused = flow.kind == FlowControlKind::ready_valid && !flow.valid_from_ready;
        return "; nothing ever came out" + reset_.reset_hint() +
               (refused
                    ? "; or does its valid wait for ready? Then say `valid_from_ready: true` in "
                      "`outputs.flow_control`"
                    : "");
    }
    // What is lost later than something that left was not lost to the reset.
    const std::optional<rtl::Cycle> lost = messages_.first_waits_since();
    const std::optional<rtl::Cycle> passed = messages_.first_passed();
    if (about_messages && lost && *lost < kSoonAfterReset && (!passed || *lost < *passed)) {
        return fmt::format(
            "; nothing that came at edges {}..{} has left{}: if the device registers "
            "its reset, say `reset: {{settle: N}}`",
            *lost, passed ? *passed - 1 : cycle_, passed ? ", and what came later has" : "");
    }
    return "";
}

/// What a report adds about combinational loops, for which the device may not be to blame.
std::string DeviceRouter::loops_note(ViolationKind kind) const {
    const std::string note = rtl::loops_note(setup_->model->loops());
    if (note.empty() || kind == ViolationKind::models_differ) {
        return note;
    }
    return note + (setup_->model->checked() ? "; CHECK has found no difference before"
                                            : "; CHECK in its CMake call compares two models");
}

void DeviceRouter::append_waits(std::vector<rtl::VcWait>& waits) const {
    messages_.append_waits(waits,
                           [this](int output, int vc) { return ports_.has_credit(output, vc); });
}

template <typename Step>
void DeviceRouter::guarded(Step step) {
    try {
        step();
    } catch (const ViolationCause& found) {
        const ViolationCause cause = real_cause(*device_, found);
        history_->record(cycle_);
        throw DeviceViolation(cause, instance_, cycle_, hint(cause.kind()), history_,
                              loops_note(cause.kind()));
    }
}

}  // namespace flitscope::cosim
