#include "rtl_models/fast/engine/faults.h"

#include <algorithm>

#include "rtl_models/fast/engine/stages.h"
#include "rtl_models/fast/engine/vc_contents.h"

namespace flitscope::tl {

void Faults::route_again() {
    std::fill(state_.routes.begin(), state_.routes.end(), kUnknownRoute);
    state_.to_enter.clear();
    state_.to_route.make_room(state_.to_escape.size());
    for (const std::uint32_t id : state_.to_escape) {
        state_.to_route.push(id);  // begins anew, as all that were routed
    }
    state_.to_escape.clear();
    for (std::uint32_t id = 0; id < state_.layout.input_vcs; ++id) {
        if (state_.input_vcs[id].stage == VcStage::routed) {
            stop_waiting(state_, id);
            state_.to_route.make_room(1);
            state_.to_route.push(id);
        }
    }
}

/// In the FIFO of the input VC, what arrives at the current edge (still on the wires here)
/// included.
std::uint64_t Faults::flits_after_edge(std::uint32_t id) const {
    const IdList& arriving = state_.flits.at(state_.edge);
    return state_.input_vcs[id].count +
           static_cast<std::uint64_t>(std::count(arriving.begin(), arriving.end(), id));
}

std::vector<rtl::Message> Faults::on_channel(topo::NodeId router, topo::PortId port) const {
    std::vector<rtl::Message> found;
    const EngineLayout& layout = state_.layout;
    const std::uint32_t first = layout.first_output_vc[layout.output(
        static_cast<std::uint32_t>(router), static_cast<std::uint32_t>(port))];
    for (std::uint32_t id = first; id < first + layout.vcs; ++id) {
        const std::uint32_t holder = state_.output_vcs[id].holder;
        const std::uint64_t arrived = flits_after_edge(id);
        find_listed(state_, id, [&](const ListedMessage& each) {
            const bool last = state_.message_fifos.next(each.entry) == kNone;
            if (each.before + each.flits > arrived || (last && holder != kNone)) {
                found.push_back(message(each.slot));
            }
            return false;
        });
    }
    return found;
}

std::vector<rtl::Message> Faults::in_router(topo::NodeId router) const {
    std::vector<rtl::Message> found;
    const EngineLayout& layout = state_.layout;
    const auto r = static_cast<std::uint32_t>(router);
    for (std::uint32_t id = layout.first_input_vc[r]; id < layout.first_input_vc[r + 1]; ++id) {
        const std::uint64_t arrived = flits_after_edge(id);
        find_listed(state_, id, [&](const ListedMessage& each) {
            const bool begun = each.front && state_.input_vcs[id].active();
            if (each.before >= arrived && !begun) {
                return true;
            }
            found.push_back(message(each.slot));
            return false;
        });
    }
    for (std::uint32_t number = layout.first_injection_port[r];
         number < layout.first_injection_port[r + 1]; ++number) {
        for (std::uint32_t v = 0; v < layout.injection_vcs; ++v) {
            const InjectionVc& vc =
                state_.injection_vcs[std::size_t{number} * layout.injection_vcs + v];
            if (vc.message != kNone) {
                found.push_back(message(vc.message));
            }
        }
        std::uint32_t slot = state_.injection_ports[number].first;
        for (std::uint32_t left = state_.injection_ports[number].queued; left > 0; --left) {
            found.push_back(message(slot));
            slot = state_.messages[slot].next;
        }
    }
    for (int later = 1; later <= state_.traits.stages.to_wire(); ++later) {
        // Those that are not at their tail have flits in a FIFO, or a VC of a channel to come by.
        for (const Consumption& tail : state_.consumed.at(state_.edge + later)) {
            if (tail.router == r) {
                found.push_back(message(tail.message));
            }
        }
    }
    return found;
}

std::vector<rtl::Message> Faults::stranded() const {
    std::vector<rtl::Message> found;
    for (const std::uint32_t id : state_.stranded) {
        found.push_back(message(state_.message_fifos.message(state_.fifos[id].first)));
    }
    return found;
}

}  // namespace flitscope::tl
