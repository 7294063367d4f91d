#include "rtl_models/signal/watch/unit_contracts.h"

#include <sstream>
#include <utility>

#include "rtl_models/router/crossbar_inputs.h"
#include "rtl_models/router/vc_credits.h"
#include "rtl_models/signal/bundles/error_report.h"
#include "rtl_models/signal/outline/router_module.h"

namespace flitscope::rtl {

namespace {

std::string vc_text(int v) { return "VC " + std::to_string(v); }

/// Names a VC that is granted an output VC.
std::string vc_grant_text(const char* prefix, int port, int v) {
    return std::string(prefix) + "grant_o_" + std::to_string(port) + ": " + vc_text(v);
}
std::string given_text(int output, int vc) {
    return ": output " + std::to_string(output) + " " + vc_text(vc);
}

/// At most one bit.
bool at_most_one(std::uint64_t bits) { return (bits & (bits - 1)) == 0; }

}  // namespace

void UnitContracts::report(const std::string& unit, const std::string& text) {
    history_->keep(router_.cycle());
    report_violation({text, router_.cycle(), unit, history_, note_});
}

void UnitContracts::fail(const char* unit, int instance, const std::string& what) {
    const std::string name =
        std::string(unit) + (instance < 0 ? "" : '_' + std::to_string(instance));
    std::ostringstream text;
    text << router_.name() << '.' << name << ": cycle " << router_.cycle() << ": " << what;
    report(name, text.str());
    throw std::logic_error(text.str());  // if a report handler returns
}

UnitContracts::Branch UnitContracts::branch(int port, int number) const {
    InputNets& input = *nets_.inputs[static_cast<std::size_t>(port)];
    const auto of = [&](const char* prefix, const auto& nets, const ActiveVcs& crossing,
                        const Branch::Allocated& allocated) -> Branch {
        return {prefix,
                nets.route.read(),
                nets.request.read(),
                nets.vc_grant.read(),
                nets.active.read(),
                crossing,
                nets.stage.read(),
                nets.grant.read(),
                allocated};
    };
    if (number == kForward) {
        return of("", input, input.crossing().read(),
                  {input.requesting().read(), input.waiting().read(), input.to_cross().read(),
                   input.allocated_vc().read(), input.allocated().read()});
    }
    const AbsorbNets& nets = *input.absorb;
    return of("absorb_", nets, nets.active.read(),
              {nets.request.read(), input.filled.read(), nets.active.read(), nets.vc_grant.read(),
               nets.grant.read()});
}

/// Whether flits cross in the cycle after their grant.
bool UnitContracts::registered() const {
    return router_.context().parameters.stages().traversal > 0;
}

void UnitContracts::check_buffer(int port) {
    const InputNets& nets = nets_.input(port);
    const Input& input = inputs_[static_cast<std::size_t>(port)];
    const std::vector<FlitFifo>& fifos = input.fifos;
    for (int v = 0; v < static_cast<int>(fifos.size()); ++v) {
        const FlitFifo& fifo = fifos[static_cast<std::size_t>(v)];
        const bool filled = (nets.filled.read() >> v & 1) != 0;
        if (filled != !fifo.empty()) {
            fail("vc_buffer", port,
                 "filled_o: " + vc_text(v) + ": " + std::to_string(filled) + ", it has " +
                     std::to_string(fifo.size()) + " flits");
        }
        if (filled && nets.front.read()[v] != fifo.front()) {
            fail("vc_buffer", port,
                 "front_o: " + vc_text(v) + ": " +
                     flit_difference(nets.front.read()[v], ", what arrived is ", fifo.front()));
        }
        const bool head = filled && fifo.front().is_head();
        const bool tail = filled && fifo.front().is_tail();
        if (((nets.head.read().valid >> v & 1) != 0) != head ||
            ((nets.tail.read().front >> v & 1) != 0) != tail) {
            fail("vc_buffer", port, "head_o, tail_o: not what is at the front of " + vc_text(v));
        }
        if (nets.count.read()[v] != fifo.size()) {
            fail("vc_buffer", port,
                 "count_o: " + vc_text(v) + ": " + std::to_string(nets.count.read()[v]) + " of " +
                     std::to_string(fifo.size()) + " flits");
        }
    }
    if (router_.credit_o(port).read().vcs != nets.pop().read()) {
        fail("vc_buffer", port, "credit_o: not what is taken from the FIFOs");
    }
}

void UnitContracts::check_routes(int port, int number) {
    const Branch branch = this->branch(port, number);
    const Input& input = inputs_[static_cast<std::size_t>(port)];
    if ((branch.route.valid & ~nets_.input(port).head.read().valid) != 0) {
        fail("route_unit", port,
             std::string(branch.prefix) + "route_o: a VC without a head at the front");
    }
    const VcMask asking = branch.request.valid;
    for_each_bit(asking, [&](int v) {
        const HeadRequest& request = branch.request.of[v];
        if (request.port < 0 || request.port >= router_.ports().outputs() ||
            !router_.has_output(request.port)) {
            fail("route_unit", port,
                 std::string(branch.prefix) + "request_o: " + vc_text(v) + " asks for output " +
                     std::to_string(request.port) + ", which does not exist");
        }
    });
    const bool at_once = router_.context().parameters.stages().switch_with_vc;
    const VcMask held = input.active[number] | (at_once ? branch.vc_grant.valid : 0);
    if (branch.active.valid != (held & ~input.sent[number])) {
        fail("route_unit", port,
             std::string(branch.prefix) + "active_o: not the VCs that were granted an output VC" +
                 (branches(port) > 1 ? " and have a flit to send" : ""));
    }
    if ((asking & input.active[number]) != 0) {
        fail("route_unit", port,
             std::string(branch.prefix) + "request_o: a VC that holds an output VC asks for one");
    }
}

void UnitContracts::check_vc_grants(int port, int number) {
    const Branch branch = this->branch(port, number);
    const HeadRequests& requests = branch.allocated.request;
    const VcGrants& grant = branch.allocated.vc_grant;
    for_each_bit(grant.valid, [&](int v) {
        const auto name = [&] { return vc_grant_text(branch.prefix, port, v); };
        if ((requests.valid >> v & 1) == 0) {
            fail("vc_allocator", -1, name() + ": granted without a request");
        }
        const HeadRequest& request = requests.of[v];
        const int vc = grant.vc[v];
        OutputNets& output = *nets_.outputs[static_cast<std::size_t>(request.port)];
        const auto given = [&] { return name() + given_text(request.port, vc); };
        if (vc < 0 || vc >= 64 || (request.allowed >> vc & 1) == 0) {
            fail("vc_allocator", -1, given() + " is none that it may have");
        }
        if ((output.state.read().free >> vc & 1) == 0) {
            fail("vc_allocator", -1, given() + " is not free");
        }
        if ((output.allocated().read() >> vc & 1) == 0) {
            fail("vc_allocator", -1, given() + " is not in taken_o");
        }
        check_other_vc_grants(port, number, v);
    });
}

/// No grant that was checked before this one is for the same output VC.
void UnitContracts::check_other_vc_grants(int port, int number, int v) {
    const Branch own = branch(port, number);
    const int output = own.allocated.request.of[v].port;
    const int vc = own.allocated.vc_grant.vc[v];
    for (int q = 0; q <= port; ++q) {
        for (int n = 0; router_.has_input(q) && n < (q < port ? branches(q) : number); ++n) {
            const Branch::Allocated other = branch(q, n).allocated;
            for_each_bit(other.vc_grant.valid, [&](int w) {
                if (other.request.of[w].port == output && other.vc_grant.vc[w] == vc) {
                    fail("vc_allocator", -1,
                         vc_grant_text(own.prefix, port, v) + given_text(output, vc) +
                             " is also granted to input " + std::to_string(q) + " " + vc_text(w));
                }
            });
        }
    }
}

void UnitContracts::check_switch_grant(int port, int number) {
    const Branch branch = this->branch(port, number);
    const Branch::Allocated& allocated = branch.allocated;
    if (allocated.grant == 0) {
        return;
    }
    const auto name = [&] {
        return std::string(branch.prefix) + "grant_o_" + std::to_string(port);
    };
    const CrossbarInputs crossbar(router_.context().parameters);
    for_each_bit(allocated.grant, [&](int v) {
        const int from = crossbar.input(port, v);
        const VcMask all =
            allocated.grant | (number == kAbsorb ? nets_.input(port).grant.read() : 0);
        if (!at_most_one(all & crossbar.vcs_at(from))) {
            fail("switch_allocator", -1, name() + ": more than one VC");
        }
        if ((allocated.filled >> v & 1) == 0) {
            fail("switch_allocator", -1, name() + ": " + vc_text(v) + " has no flit");
        }
        if ((allocated.asking.valid >> v & 1) == 0) {
            fail("switch_allocator", -1, name() + ": " + vc_text(v) + " holds no output VC");
        }
        const ActiveVc& to = allocated.asking.of[v];
        if ((nets_.output(to.port).ready.read() >> to.vc & 1) == 0) {
            fail("switch_allocator", -1,
                 name() + ": " + vc_text(v) + ": output " + std::to_string(to.port) + " " +
                     vc_text(to.vc) + " is not ready");
        }
        const Selects& selects = nets_.allocated().read();
        if (to.port >= selects.size() || selects[to.port] != InputMask{1} << from) {
            fail("switch_allocator", -1,
                 "select_o: output " + std::to_string(to.port) + " does not select input " +
                     std::to_string(from) + " alone, whose " + vc_text(v) + " is granted");
        }
    });
}

/// The flit that is granted the way from a crossbar input to an output; none if there is no grant.
Flit UnitContracts::granted(int from, int output) const {
    const CrossbarInputs crossbar(router_.context().parameters);
    const int input = crossbar.port(from);
    const InputNets& nets = nets_.input(input);
    for (int number = branches(input) - 1; number >= 0; --number) {
        const Branch branch = this->branch(input, number);
        const VcMask grant = branch.grant & crossbar.vcs_at(from);
        const int v = grant != 0 ? __builtin_ctzll(grant) : 0;
        if (grant == 0 || branch.crossing.of[v].port != output) {
            continue;
        }
        Flit flit = nets.front.read()[v];
        flit.vc = static_cast<std::uint8_t>(branch.crossing.of[v].vc);
        flit.detour = branch.crossing.of[v].detour;
        if (number == kAbsorb) {
            flit.error = (nets.absorb->error.read() >> v & 1) != 0;
        } else if (nets.absorb) {
            flit.served = nets.absorb->served.read().of[v];
        }
        if (nets.ahead && (nets.ahead->read().valid >> v & 1) != 0) {
            const AheadRoute& ahead = nets.ahead->read().of[v];
            carry_route(flit, ahead.port, ahead.vc_class);
        }
        return flit;
    }
    return {};
}

/// The flit that is granted the switch to an output in this cycle.
Flit UnitContracts::granted(int output) const {
    const Selects& selects = nets_.select.read();
    const InputMask select = output < selects.size() ? selects[output] : 0;
    if (select == 0 || !at_most_one(select)) {
        return {};
    }
    const int from = __builtin_ctzll(select);
    const CrossbarInputs crossbar(router_.context().parameters);
    return from < crossbar.count(static_cast<int>(inputs_.size())) ? granted(from, output) : Flit{};
}

void UnitContracts::check_select(int port) {
    const Selects& selects = nets_.select.read();
    if (port < selects.size() && selects[port] != 0 && !granted(port).valid()) {
        fail("switch_allocator", -1,
             "select_o: output " + std::to_string(port) +
                 " selects an input without a grant for it");
    }
}

void UnitContracts::check_crossbar(int port) {
    const bool late = registered() && !nets_.output(port).bypassing();
    const Flit wanted = late ? outputs_[static_cast<std::size_t>(port)].sent : granted(port);
    if (nets_.output(port).crossing.read() != wanted) {
        fail("crossbar", -1,
             "flit_o_" + std::to_string(port) + ": " +
                 flit_difference(nets_.output(port).crossing.read(), ", must be ", wanted));
    }
}

void UnitContracts::check_output(int port) {
    const OutputNets& nets = nets_.output(port);
    const Output& output = outputs_[static_cast<std::size_t>(port)];
    const RouterParameters& parameters = router_.context().parameters;
    const bool network = port < router_.ports().network;
    Flit wanted = nets.crossing.read();
    wanted.hop = static_cast<std::uint16_t>(wanted.hop + (wanted.valid() && network ? 1 : 0));
    const Flit& flit = nets.delay ? nets.delay->leaving.read() : router_.flit_o(port).read();
    if (flit != wanted) {
        fail("output_unit", port, "flit_o: " + flit_difference(flit, ", must be ", wanted));
    }
    const OutputState& state = nets.state.read();
    if (state.held != output.held || (state.free & output.held) != 0) {
        fail("output_unit", port, "state_o: not the VCs that were granted and not given back");
    }
    if (state.passed != output.pointers.passed()) {
        fail("output_unit", port, "state_o: passed: not the VCs below the pointers");
    }
    for (int v = 0; network && v < router_.output_vcs(port); ++v) {
        const std::uint32_t outstanding = output.outstanding[static_cast<std::size_t>(v)];
        if (nets.outstanding.read()[v] != outstanding) {
            fail("output_unit", port,
                 "outstanding_o: " + vc_text(v) + ": " +
                     std::to_string(nets.outstanding.read()[v]) + ", sent and not credited are " +
                     std::to_string(outstanding));
        }
        const bool room = VcCredits(parameters).has(v, [&](int w) {
            return output.outstanding[static_cast<std::size_t>(w)];
        });
        if ((nets.ready.read() >> v & 1) != 0 && !room) {
            fail("output_unit", port, "ready_o: " + vc_text(v) + " has no credit");
        }
    }
}

}  // namespace flitscope::rtl
