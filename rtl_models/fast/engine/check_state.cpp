#include <stdexcept>
#include <string>
#include <vector>

#include "rtl_models/fast/engine/statistics.h"

namespace flitscope::tl {

namespace {

/// What is on the wires, by output VC (network) or input VC (injection).
struct OnWires {
    explicit OnWires(const EngineState& state)
        : flits(state.layout.input_vcs, 0), credits(state.layout.input_vcs, 0) {
        count(state.flits, flits);
        count(state.credits, credits);
        for (const std::uint32_t id : state.injection_credits) {
            ++credits[id];
        }
        for (const IdList& list : state.ejected.slots()) {
            ejected += list.size();
        }
        entries += state.injection_credits.size() + ejected;
        for (const IdList& list : state.reopened.slots()) {
            entries += list.size();
        }
    }

    void count(const EdgeRing<IdList>& ring, std::vector<std::uint32_t>& by_vc) {
        for (const IdList& list : ring.slots()) {
            entries += list.size();
            for (const std::uint32_t id : list) {
                ++by_vc[id];
            }
        }
    }

    std::vector<std::uint32_t> flits;
    std::vector<std::uint32_t> credits;
    std::uint64_t ejected = 0;
    std::uint64_t entries = 0;
};

class Checker {
public:
    explicit Checker(const EngineState& state) : state_(state), wires_(state) {}

    void run() {
        for (std::uint32_t id = 0; id < state_.layout.input_vcs; ++id) {
            check_flow_control(id);
            check_messages(id);
            check_requests(id);
        }
        count_bits();
        for (std::uint32_t output = 0; output < state_.layout.all_outputs; ++output) {
            if (state_.layout.first_output_vc[output] != kNone) {
                check_output(output);
            }
        }
        for (std::uint32_t router = 0; router < state_.layout.routers; ++router) {
            count_inside(router);
        }
        require(wires_.entries == state_.on_wires, kNone, "lost count of what is on the wires");
        rtl::NetworkCounters counters = state_.counters;
        if (state_.boundary) {
            state_.boundary->routers().add_counters(counters);
        }
        require(counters.flits_injected + counters.flits_copied ==
                    state_.counters.flits_ejected + state_.counters.flits_purged + buffered_ +
                        on_flit_wires() + wires_.ejected,
                kNone, "flits are not conserved");
        require(state_.messages.in_use() == state_.counters.messages_offered -
                                                state_.counters.messages_delivered -
                                                state_.counters.messages_purged,
                kNone, "messages are not conserved");
    }

private:
    void require(bool ok, std::uint32_t id, const char* what) const {
        if (!ok) {
            fail(id, what);
        }
    }
    [[noreturn]] void fail(std::uint32_t id, const std::string& what) const {
        std::string where = "fast network, edge " + std::to_string(state_.edge);
        if (id != kNone) {
            const std::uint32_t router = router_of(state_, id);
            where += ", router " + std::to_string(router) + ", input port " +
                     std::to_string(state_.layout.port_of(router, id)) + ", VC " +
                     std::to_string(state_.layout.vc_of(router, id));
        }
        throw std::logic_error(where + ": " + what);
    }

    /// outstanding = flits on the wire and in the FIFO + credits on their way; FIFO within B.
    void check_flow_control(std::uint32_t id) {
        const std::uint32_t count = flits_in(id);
        if (!state_.boundary || !state_.boundary->reads_externally(id)) {
            buffered_ += count;
        }
        require(outstanding_of(id) == wires_.flits[id] + count + wires_.credits[id], id,
                "credits are not conserved");
        if (is_of_link(id) && state_.shared_credits) {
            check_pool(id);
        } else {
            require(count <= state_.traits.capacity, id, "FIFO overflow");
        }
    }

    /// Of a network input.
    bool is_of_link(std::uint32_t id) const { return state_.input_vcs[id].input_class != 0; }

    /// Shared buffers: the credits of the output VC that leads here, and the slots of the input.
    void check_pool(std::uint32_t id) const {
        const std::uint32_t vcs = state_.layout.vcs;
        std::uint32_t flits = 0;
        for (std::uint32_t other = id - id % vcs; id % vcs == 0 && other < id + vcs; ++other) {
            flits += flits_in(other);
        }
        require(flits <= vcs * state_.traits.capacity, id, "pool overflow");
        const bool here = !state_.boundary || !state_.boundary->writes_externally(id);
        require(!here || shared_credits_hold(state_, id), id, "credits differ from the pool's");
    }

    std::uint32_t flits_in(std::uint32_t id) const {
        const InputVc& vc = state_.input_vcs[id];
        if (state_.boundary && state_.boundary->reads_externally(id)) {
            return static_cast<std::uint32_t>(state_.boundary->routers().occupancy(
                static_cast<topo::NodeId>(router_of(state_, id)),
                static_cast<int>(state_.layout.port_of(router_of(state_, id), id)),
                static_cast<int>(state_.layout.vc_of(router_of(state_, id), id))));
        }
        return vc.count;
    }

    /// As the upstream router has it, without what is still in its traversal register.
    std::uint32_t outstanding_of(std::uint32_t id) const {
        if (state_.boundary && state_.boundary->writes_externally(id)) {
            const ExternalRouters& routers = state_.boundary->routers();
            const std::uint32_t output = state_.layout.feeder[id / state_.layout.vcs];
            const auto router = static_cast<topo::NodeId>(state_.layout.router_of[output]);
            const int port = static_cast<int>(state_.layout.output_port(output));
            const int vc = static_cast<int>(id % state_.layout.vcs);
            return static_cast<std::uint32_t>(routers.outstanding(router, port, vc) -
                                              routers.in_traversal(router, port, vc));
        }
        return is_of_link(id) ? state_.outstanding(id)
                              : state_.traits.capacity - state_.output_vcs[id].credits;
    }

    /// The messages known to the FIFO account for its flits, in order, without mixing: all but the
    /// last have come as a whole or are on the wire.
    void check_messages(std::uint32_t id) const {
        const InputVc& vc = state_.input_vcs[id];
        std::uint64_t flits = 0;
        std::uint32_t last = 0;
        for (std::uint32_t entry = state_.fifos[id].first; entry != kNone;
             entry = state_.message_fifos.next(entry)) {
            const std::uint32_t length = state_.message_fifos.flits(entry);
            last = entry == state_.fifos[id].first && vc.remaining != 0 ? vc.remaining : length;
            flits += last;
        }
        const std::uint64_t here = std::uint64_t{vc.count} + wires_.flits[id];
        require(here <= flits, id, "flits without a message");
        // A message joins the FIFO when its VC is granted, so the last one may not have begun.
        require(here + last >= flits, id, "messages without their flits");
        require(vc.active() ? vc.remaining > 0 : vc.output_vc == kNone || asks(vc), id,
                "stage and message disagree");
    }

    /// A head asks for the switch, without a VC yet.
    bool asks(const InputVc& vc) const {
        return state_.traits.stages.vc_at_switch && vc.stage == VcStage::routed &&
               vc.output_vc != kNone;
    }

    /// The invariant of InputVc.
    void check_requests(std::uint32_t id) {
        const InputVc& vc = state_.input_vcs[id];
        const std::uint64_t bit = std::uint64_t{1} << vc.bit;
        if (state_.branches.on(id)) {
            require(vc.gate == 0, id, "a branch has a gate");
            count_waiting(vc, id);
            return;
        }
        const bool open = vc.active() && state_.output_vcs[vc.output_vc].credits != 0;
        require(vc.gate == (open ? bit : 0), id, "gate differs from credit state");
        const bool requests = (open && vc.count != 0) || asks(vc);
        if (vc.stage != VcStage::idle) {
            const bool waits =
                (state_.waiting[state_.layout.word_at(vc.output, vc.word)] & bit) != 0;
            require(!state_.layout.one_word ||
                        ((state_.requests.of_output[vc.output] & bit) != 0) == requests,
                    id, "wrong request bit");
            require(!waits || vc.stage == VcStage::routed, id, "wrong waiting bit");
            requests_ += requests ? 1 : 0;
            waiting_ += waits ? 1 : 0;
        }
        check_router_awake(vc, id, requests);
    }

    /// Its branches may wait at two outputs.
    void count_waiting(const InputVc& vc, std::uint32_t id) {
        const std::uint32_t router = router_of(state_, id);
        for (std::uint32_t port = 0; port < state_.layout.outputs(router); ++port) {
            const std::uint32_t output = state_.layout.output(router, port);
            waiting_ += state_.waiting[state_.layout.word_at(output, vc.word)] >> vc.bit & 1;
        }
    }

    /// No bits but those that input VCs account for.
    void count_bits() const {
        require(
            state_.requests.of_output.empty() || bits_of(state_.requests.of_output) == requests_,
            kNone, "request bits of nobody");
        require(bits_of(state_.waiting) == waiting_, kNone, "waiting bits of nobody");
    }
    static std::uint64_t bits_of(const LargeArray<std::uint64_t>& words) {
        std::uint64_t bits = 0;
        for (const std::uint64_t word : words) {
            bits += static_cast<std::uint64_t>(__builtin_popcountll(word));
        }
        return bits;
    }

    /// What SwitchRequests sums up, so that routers without requests need no look.
    void check_router_awake(const InputVc& vc, std::uint32_t id, bool requests) const {
        const SwitchRequests& all = state_.requests;
        const bool listed = (all.of_router[vc.word] >> vc.bit & 1) != 0;
        require(listed == requests, id, "wrong request bit of the router");
        require(!requests || all.awake[router_of(state_, id) / SwitchRequests::kGroup] != 0, id,
                "a router with requests is asleep");
    }

    /// Buffers and credits of an external router need not say how many flits it holds.
    void count_inside(std::uint32_t router) {
        if (state_.boundary && state_.boundary->is_external(router)) {
            buffered_ += static_cast<std::uint64_t>(
                state_.boundary->routers().flits_inside(static_cast<topo::NodeId>(router)));
        }
    }

    void check_output(std::uint32_t output) {
        const std::uint32_t first = state_.layout.first_output_vc[output];
        const bool ejection = state_.layout.is_ejection(first);
        if (state_.boundary && state_.boundary->is_external(state_.layout.router_of[output])) {
            return;
        }
        const std::uint32_t vcs = state_.layout.vcs_of(output);
        std::uint32_t held = 0;
        for (std::uint32_t v = 0; v < vcs; ++v) {
            const OutputVc& vc = state_.output_vcs[first + v];
            held += vc.holder != kNone ? 1 : 0;
            const bool drained = ejection || state_.outstanding(first + v) == 0;
            const bool is_free = (state_.outputs[output].free_vcs >> v & 1) != 0;
            if (is_free != state_.traits.rules.free(vc.holder != kNone, drained)) {
                fail(kNone, "free VC mask of output " + std::to_string(output) + " is wrong");
            }
            require(vc.holder == kNone || held_by(vc.holder, ejection) == first + v, vc.holder,
                    "holder and output VC disagree");
        }
        require(held == state_.outputs[output].vcs_held, kNone, "lost count of held VCs");
    }

    /// The output VC that an input VC holds.
    std::uint32_t held_by(std::uint32_t id, bool ejection) const {
        return ejection && state_.branches.on(id) ? state_.branches.of[id].output_vc
                                                  : state_.input_vcs[id].output_vc;
    }

    std::uint64_t on_flit_wires() const {
        std::uint64_t flits = 0;
        for (const std::uint32_t on_wire : wires_.flits) {
            flits += on_wire;
        }
        return flits;
    }

    const EngineState& state_;
    const OnWires wires_;
    std::uint64_t buffered_ = 0;
    std::uint64_t requests_ = 0;  ///< bits that there should be
    std::uint64_t waiting_ = 0;   ///< ...
};

}  // namespace

void check_state(const EngineState& state) { Checker(state).run(); }

}  // namespace flitscope::tl
