#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "rtl_models/fast/engine/stages.h"
#include "rtl_models/fast/engine/vc_contents.h"

namespace flitscope::tl {

namespace {

std::uint64_t bit(std::uint32_t i) { return std::uint64_t{1} << i; }

/// Works on the registers as the cycle before has left them: what arrives at the current edge is
/// still on the wires.
class Purge {
public:
    explicit Purge(EngineState& state) : state_(state), layout_(state.layout) {
        std::sort(state_.purges.begin(), state_.purges.end());
    }

    void take_out() {
        for (std::uint32_t port = 0; port < state_.injection_ports.size(); ++port) {
            stop_injection(port);
            leave_queue(port);
        }
        take_from_ejection_wires();
        for (std::uint32_t id = 0; id < layout_.input_vcs; ++id) {
            for (std::uint32_t slot = found_in(id); slot != kNone; slot = found_in(id)) {
                take_from(id, slot);
            }
        }
        if (state_.observation.enabled()) {
            forget(state_.observation.to_write);
            forget(state_.observation.to_consume);
        }
        give_back();
    }

    /// Once the credits of the current edge have been taken.
    void return_injection_credits() {
        state_.injection_credits.make_room(injection_slots_.size());
        for (const std::uint32_t id : injection_slots_) {
            state_.injection_credits.push(id);
        }
        state_.on_wires += injection_slots_.size();
    }

private:
    bool is_purged(std::uint32_t slot) const {
        return std::binary_search(state_.purges.begin(), state_.purges.end(),
                                  state_.messages[slot].message.id);
    }
    void found(std::uint32_t slot) { slots_.push_back(slot); }

    void stop_injection(std::uint32_t number) {
        InjectionPort& port = state_.injection_ports[number];
        for (std::uint32_t v = 0; v < layout_.injection_vcs; ++v) {
            InjectionVc& vc = state_.injection_vcs[std::size_t{number} * layout_.injection_vcs + v];
            if (vc.message == kNone || !is_purged(vc.message)) {
                continue;
            }
            found(vc.message);
            port.flits += state_.messages[vc.message].message.length - vc.remaining;
            vc = InjectionVc{};
            port.taken &= ~bit(v);
            if (port.queued != 0) {
                wake_injection_port(state_, number);
            }
        }
    }

    void leave_queue(std::uint32_t number) {
        InjectionPort& port = state_.injection_ports[number];
        const std::uint32_t front = port.first;
        std::uint32_t* link = &port.first;
        std::uint32_t before = kNone;
        for (std::uint32_t left = port.queued; left > 0; --left) {
            const std::uint32_t slot = *link;
            if (!is_purged(slot)) {
                before = slot;
                link = &state_.messages[slot].next;
                continue;
            }
            found(slot);
            *link = state_.messages[slot].next;
            port.last = slot == port.last ? before : port.last;
            --port.queued;
        }
        // Another class or length may start where the last front could not.
        wake_injection_port(state_, number, port.queued != 0 && port.first != front);
    }

    /// Flits in the router on their way to ejection outputs, the youngest first: they would be
    /// consumed at later edges.
    void take_from_ejection_wires() {
        std::map<std::uint32_t, Consumption> before;
        for (int later = state_.traits.stages.to_wire(); later > 0; --later) {
            take_from_ejection_wires(state_.edge + later, before);
        }
    }
    /// Those that would be consumed at this edge. `before`: by ejection VC, the tail behind them.
    void take_from_ejection_wires(rtl::Cycle edge, std::map<std::uint32_t, Consumption>& before) {
        IdList& wire = state_.ejected.at(edge);
        std::vector<Consumption>& due = state_.consumed.at(edge);
        // An output has one flit on its wire.
        for (const Consumption& tail : due) {
            const std::uint32_t first =
                layout_.first_output_vc[layout_.output(tail.router, tail.port)];
            for (const std::uint32_t vc : wire) {
                if (vc >= first && vc < first + layout_.ejection_vcs) {
                    before[vc] = tail;
                }
            }
        }
        const auto drop = [&](std::uint32_t output) {
            const std::uint32_t first = layout_.first_output_vc[output];
            const std::size_t before = wire.size();
            wire.remove_if(
                [&](std::uint32_t vc) { return vc >= first && vc < first + layout_.ejection_vcs; });
            const std::size_t flits = before - wire.size();
            state_.on_wires -= flits;
            state_.counters.flits_purged += flits;
            state_.never_consumed[output] += flits;
        };
        const auto gone = [&](const Consumption& tail) {
            if (!is_purged(tail.message)) {
                return false;
            }
            found(tail.message);
            drop(layout_.output(tail.router, tail.port));
            return true;
        };
        due.erase(std::remove_if(due.begin(), due.end(), gone), due.end());
        // The tails of the others come later; if not even the switch has seen them, their messages
        // still hold the VC.
        const std::vector<std::uint32_t> left(wire.begin(), wire.end());
        for (const std::uint32_t vc : left) {
            const auto tail = before.find(vc);
            if (tail != before.end()) {
                if (is_purged(tail->second.message)) {
                    drop(layout_.output(tail->second.router, tail->second.port));
                }
                continue;
            }
            const std::uint32_t holder = state_.output_vcs[vc].holder;
            if (holder != kNone &&
                is_purged(state_.message_fifos.message(state_.fifos[holder].first))) {
                drop(state_.input_vcs[holder].output);
            }
        }
    }

    /// A message of an input VC that is to go; kNone: none.
    std::uint32_t found_in(std::uint32_t id) const {
        for (std::uint32_t entry = state_.fifos[id].first; entry != kNone;
             entry = state_.message_fifos.next(entry)) {
            if (is_purged(state_.message_fifos.message(entry))) {
                return state_.message_fifos.message(entry);
            }
        }
        return kNone;
    }

    /// The first entry of the message in the VC's list.
    void take_from(std::uint32_t id, std::uint32_t slot) {
        InputVc& vc = state_.input_vcs[id];
        ListedMessage mine;
        find_listed(state_, id, [&](const ListedMessage& each) {
            mine = each;
            return each.slot == slot;
        });
        const std::uint64_t buffered = std::min<std::uint64_t>(vc.count, mine.before + mine.flits) -
                                       std::min<std::uint64_t>(vc.count, mine.before);
        take_from_wire(id, mine.before > vc.count ? mine.before - vc.count : 0,
                       mine.flits - buffered);
        if (mine.front) {
            leave_stage(id, slot);
        }
        vc.count -= static_cast<std::uint32_t>(buffered);
        state_.message_fifos.erase(state_.fifos[id], slot);
        if (mine.front && vc.count != 0) {
            new_front(state_, id);
        }
        return_slots(id, mine.flits);
        found(slot);
    }

    /// Leaves out the first `skip` flits on the wire to the VC and drops the next `flits`.
    void take_from_wire(std::uint32_t id, std::uint64_t skip, std::uint64_t flits) {
        state_.on_wires -= flits;
        for (rtl::Cycle edge = state_.edge; flits > 0; ++edge) {
            state_.flits.at(edge).remove_if([&](std::uint32_t each) {
                if (each != id || flits == 0) {
                    return false;
                }
                if (skip > 0) {
                    --skip;
                    return false;
                }
                --flits;
                return true;
            });
        }
    }

    /// The message at the front of the VC has no stage any more and holds no output VC.
    void leave_stage(std::uint32_t id, std::uint32_t slot) {
        InputVc& vc = state_.input_vcs[id];
        const auto mine = [id](std::uint32_t each) { return each == id; };
        if (vc.active()) {
            const std::uint32_t output = vc.output;
            state_.outputs[output].flits_sent +=
                state_.messages[slot].message.length - vc.remaining;
            state_.requests.write([&](auto requests) { requests.keep(vc, 0); });
            release_output_vc(state_, output, vc.output_vc, state_.edge);
        } else if (vc.stage == VcStage::routed) {
            state_.to_enter.remove_if(mine);
            stop_waiting(state_, id);
        } else {
            state_.to_route.remove_if(mine);
            state_.stranded.remove_if(mine);
            state_.to_escape.remove_if(mine);
        }
        vc.gate = 0;
        vc.remaining = 0;
        vc.output_vc = kNone;
        vc.stage = VcStage::idle;
    }

    void return_slots(std::uint32_t id, std::uint64_t flits) {
        state_.counters.flits_purged += flits;
        if (state_.input_vcs[id].input_class == 0) {
            injection_slots_.insert(injection_slots_.end(), flits, id);
            return;
        }
        IdList& credits = state_.credits.at(state_.edge + 1);
        credits.make_room(flits);
        for (std::uint64_t i = 0; i < flits; ++i) {
            credits.push(id);
        }
        state_.on_wires += flits;
    }

    void forget(EdgeRing<std::vector<Observation::Passing>>& wires) const {
        const auto gone = [&](const Observation::Passing& passing) {
            return std::any_of(
                state_.purges.begin(), state_.purges.end(), [&](rtl::MessageId message) {
                    return static_cast<std::uint32_t>(message) == passing.flit.message;
                });
        };
        for (std::size_t ahead = 0; ahead < wires.slots().size(); ++ahead) {
            auto& due = wires.at(state_.edge + static_cast<rtl::Cycle>(ahead));
            due.erase(std::remove_if(due.begin(), due.end(), gone), due.end());
        }
    }

    void give_back() {
        const auto distinct = [](auto& values) {
            std::sort(values.begin(), values.end());
            values.erase(std::unique(values.begin(), values.end()), values.end());
        };
        distinct(slots_);
        distinct(state_.purges);
        if (slots_.size() != state_.purges.size()) {
            throw std::logic_error("edge " + std::to_string(state_.edge) +
                                   ": a message that is not in the network cannot be taken out");
        }
        for (const std::uint32_t slot : slots_) {
            state_.messages.give_back(slot);
        }
        state_.counters.messages_purged += slots_.size();
        state_.purges.clear();
    }

    EngineState& state_;
    const EngineLayout& layout_;
    std::vector<std::uint32_t> slots_;            ///< of the messages
    std::vector<std::uint32_t> injection_slots_;  ///< input VCs, one entry per freed slot
};

}  // namespace

void begin_cycle_with_purge(EngineState& state) {
    Purge purge(state);
    purge.take_out();
    injection_phase(state);
    arrive(state);
    purge.return_injection_credits();
}

}  // namespace flitscope::tl
