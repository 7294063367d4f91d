#include "rtl_models/router/router_parameter_table.h"

#include <algorithm>
#include <stdexcept>

namespace flitscope::rtl {

namespace {

/// A choice among the kinds of a list; level verilog takes the first ones, up to the last
/// `all_levels`.
template <auto Member>
RouterParameter listed_choice(const char* key, const char* help) {
    using Kind = std::decay_t<decltype(RouterParameters{}.*Member)>;
    std::vector<std::string> names;
    int last_in_verilog = 0;
    for (const ListedKind<Kind>& each : kinds<Kind>()) {
        last_in_verilog = each.in_verilog() ? static_cast<int>(each.value) : last_in_verilog;
        names.emplace_back(each.name);
    }
    const bool everywhere = last_in_verilog + 1 == static_cast<int>(names.size());
    RouterParameter parameter = RouterParameter::choice<Member>(key, std::move(names), help);
    return everywhere ? parameter : std::move(parameter).limited({"verilog", 0, last_in_verilog});
}

}  // namespace

const std::vector<RouterParameter>& router_parameters() {
    using P = RouterParameter;
    using R = RouterParameters;
    static const std::vector<RouterParameter> table = {
        P::number<&R::virtual_channels>("virtual_channels", 1, 64, "VCs", "per port")
            .of_input_queues()
            .in_verilog("VIRTUAL_CHANNELS"),
        P::number<&R::buffer_flits>("buffer_flits", 1, 1000000, "flits", "per VC")
            .or_word("unbounded", kUnbounded)
            .limited({"verilog", 1, 64})
            .of_input_queues()
            .in_verilog("BUFFER_FLITS"),
        P::choice<&R::buffers>("buffers", {"private", "shared"},
                               "`shared`: the VCs of a network input share its slots, "
                               "`buffer_flits` times the VCs")
            .of_input_queues()
            .in_verilog("BUFFERS"),
        P::number<&R::reserved>("reserved", 1, 1000000, "flits",
                                "for shared buffers: slots that belong to each VC")
            .at_most("buffer_flits")
            .only_with("buffers", {"shared"})
            .in_verilog("RESERVED"),
        P::choice<&R::switching>(
            "switching", {"wormhole", "virtual_cut_through", "store_and_forward"},
            "`virtual_cut_through` and `store_and_forward` need buffers that hold the "
            "longest message")
            .in_verilog("SWITCHING"),
        P::choice<&R::organisation>("organisation", {"input_queued", "output_queued"},
                                    "`output_queued` needs `switching: store_and_forward`")
            .limited({"verilog", 0, 0}),
        P::choice<&R::service>(
            "service", {"kept", "redrawn"},
            "for queued outputs: whether a message's time on a link is redrawn at each link")
            .only_with("organisation", {"output_queued"})
            .limited({"verilog", 0, 0}),
        P::number<&R::pipeline>("pipeline", 1, 4, "cycles",
                                "that an unblocked head spends in a router")
            .of_input_queues()
            .in_verilog("PIPELINE"),
        P::number<&R::extra_stages>("extra_stages", 0, kMaxExtraStages, "cycles",
                                    "that every flit spends in a router behind the crossbar")
            .of_input_queues()
            .in_verilog("EXTRA_STAGES"),
        P::flag<&R::lookahead>("lookahead", "heads carry the route at the next router")
            .of_input_queues()
            .in_verilog("LOOKAHEAD"),
        P::choice<&R::speculation>("speculation", {"none", "exact", "pessimistic"},
                                   "heads ask for the switch while they ask for a VC")
            .of_input_queues()
            .in_verilog("SPECULATION"),
        P::flag<&R::bypass>("bypass", "a flit that meets nobody takes all stages in one cycle")
            .of_input_queues()
            .in_verilog("BYPASS"),
        listed_choice<&R::vc_allocator>("allocators.vc",
                                        "matches heads to the VCs of outputs; "
                                        "`at_switch`: heads take VCs as they win the switch")
            .of_input_queues()
            .in_verilog("VC_ALLOCATOR")
            .or_plugin(),
        listed_choice<&R::switch_allocator>("allocators.switch",
                                            "selects the flits that cross the switch")
            .of_input_queues()
            .in_verilog("SWITCH_ALLOCATOR")
            .or_plugin(),
        P::number<&R::iterations>("allocators.iterations", 1, 16, "",
                                  "for `islip`: rounds of grant and accept in a cycle")
            .only_with("allocators.switch", {"islip"})
            .in_verilog("ITERATIONS"),
        listed_choice<&R::arbiter>("arbiter", "for allocators that have arbiters")
            .of_input_queues()
            .in_verilog("ARBITER")
            .or_plugin(),
        P::choice<&R::arbiter_state>("arbiter_state", {"per_pair", "shared"},
                                     "for `separable_output` and `wavefront`: a VC arbiter per "
                                     "(input, output), or per input")
            .only_with("allocators.switch", {"separable_output", "wavefront"})
            .in_verilog("ARBITER_STATE"),
        P::number<&R::input_speedup>("input_speedup", 1, 64, "crossbar inputs",
                                     "of each input port: flits that it may pass in a cycle")
            .at_most("virtual_channels")
            .of_input_queues()
            .in_verilog("INPUT_SPEEDUP"),
        P::choice<&R::priority>("priority", {"none", "class", "age"},
                                "arbiters see only the requests of the best")
            .of_input_queues()
            .in_verilog("PRIORITY"),
        P::choice<&R::vc_reuse>("vc_reuse", {"tail_sent", "buffer_empty"},
                                "when an output VC can be granted again")
            .of_input_queues()
            .in_verilog("VC_REUSE"),
        P::choice<&R::vc_choice>("vc_choice", {"most_credits", "round_robin", "lowest"},
                                 "which free VC a head asks for, and a message at its port takes")
            .of_input_queues()
            .in_verilog("VC_CHOICE"),
        P::number<&R::injection_ports>(
            "injection_ports", 1, 1024, "ports",
            "k queues per node, to any output; `all`: one per network port, to that output only")
            .or_word("all", kAll)
            .of_input_queues()
            .in_verilog("INJECTION_PORTS"),
        P::number<&R::ejection_ports>("ejection_ports", 1, 1024, "ports",
                                      "`all`: one per input port")
            .or_word("all", kAll)
            .of_input_queues()
            .in_verilog("EJECTION_PORTS"),
        P::number<&R::injection_vcs>("injection_vcs", 1, 64, "VCs",
                                     "messages in progress per injection port")
            .or_word("all", kAll)
            .at_most("virtual_channels")
            .of_input_queues()
            .in_verilog("INJECTION_VCS"),
        P::choice<&R::injection_order>(
            "injection_order", {"interleaved", "one_by_one"},
            "`one_by_one`: an injection port sends one message after the other")
            .of_input_queues(),
        P::choice<&R::ejection_vcs>("ejection_vcs", {"per_vc", "1", "classes"},
                                    "VCs of an ejection port")
            .of_input_queues()
            .in_verilog("EJECTION_VCS"),
        P::number<&R::message_classes>("message_classes", 1, kMaxMessageClasses, "",
                                       "of messages on disjoint VCs, such as requests and replies")
            .at_most("virtual_channels")
            .in_verilog("MESSAGE_CLASSES"),
        P::number<&R::flit_bytes>(
            "flit_bytes", 1, 4096, "bytes",
            "what a flit carries (docs/data.md), of TLM transactions, too, over `link.width`")
            .in_verilog("FLIT_BYTES"),
    };
    return table;
}

const RouterParameter& router_parameter(const std::string& key) {
    for (const RouterParameter& each : router_parameters()) {
        if (each.key == key) {
            return each;
        }
    }
    throw std::out_of_range("router parameter " + key);
}

bool RouterParameter::matters(const RouterParameters& parameters) const {
    if (selector.empty()) {
        return true;
    }
    const std::string value = router_parameter(selector).text(parameters);
    return std::find(selected_by.begin(), selected_by.end(), value) != selected_by.end();
}

bool RouterParameter::exceeds_bound(const RouterParameters& parameters) const {
    if (bound.empty() || !matters(parameters)) {
        return false;
    }
    const RouterParameter& other = router_parameter(bound);
    const int most = other.get(parameters);
    return (other.word.empty() || most != other.word_value) && get(parameters) > most;
}

std::string RouterParameter::text(int value) const {
    if (!names.empty()) {
        return names.at(static_cast<std::size_t>(value));
    }
    return !word.empty() && value == word_value ? word : std::to_string(value);
}

std::string RouterParameter::text(int from, int to) const {
    std::string text = this->text(from);
    for (int value = from + 1; value <= to && !names.empty(); ++value) {
        text += ", " + this->text(value);
    }
    return text + (to > from && names.empty() ? ".." + this->text(to) : "");
}

int RouterParameter::value_of(const std::string& name) const {
    return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

bool RouterParameter::is_accepted(int value) const {
    return (value >= minimum && value <= maximum) || (!word.empty() && value == word_value);
}

bool RouterParameter::is_accepted(int value, const std::string& level) const {
    return std::all_of(limits.begin(), limits.end(), [&](const Limit& limit) {
        return limit.level != level || (value >= limit.minimum && value <= limit.maximum);
    });
}

std::string RouterParameter::accepted() const {
    std::string text = this->text(minimum, maximum);
    if (names.empty()) {
        text += unit.empty() ? "" : " " + unit;
        text += bound.empty() ? "" : " (at most " + bound + ")";
        text += word.empty() ? "" : " or " + word;
    }
    return text;
}

}  // namespace flitscope::rtl
