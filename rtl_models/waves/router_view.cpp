#include "rtl_models/waves/router_view.h"

#include <algorithm>

#include "rtl_models/router/pin_widths.h"
#include "rtl_models/waves/flit_fields.h"
#include "rtl_models/waves/unit_view.h"

namespace flitscope::waves {

HeadAction head_action(bool valid, bool forward, bool receive, bool drop, bool error) {
    return !valid     ? HeadAction::none
           : error    ? HeadAction::error
           : drop     ? HeadAction::drop
           : !forward ? HeadAction::receive_and_stop
           : receive  ? HeadAction::receive_and_pass
                      : HeadAction::pass;
}

namespace {

using Group = GtkwaveSave::Group;

/// docs/router.md, section 3.
Translation vc_state_translation() { return {"vc_state", {"idle", "routed", "active"}}; }

/// By value of HeadAction.
Translation head_action_translation() {
    return {"head_action",
            {"none", "pass", "receive_and_pass", "receive_and_stop", "drop", "error"}};
}

/// Of `grant_<output>`, which holds the input port plus one.
Translation grant_translation(int width) {
    Translation translation{"grant_" + std::to_string(width), {"none"}};
    for (int input = 0; input < (1 << width) - 1; ++input) {
        translation.texts.push_back("input_" + std::to_string(input));
    }
    return translation;
}

/// "<prefix>0", ... for all values of `width` bits but the largest, which stands for -1: "none".
Translation index_translation(const std::string& prefix, int width) {
    Translation translation{prefix + std::to_string(width), {}};
    for (int index = 0; index < (1 << width) - 1; ++index) {
        translation.texts.push_back(prefix + std::to_string(index));
    }
    translation.texts.emplace_back("none");
    return translation;
}

/// Puts every signal into the dump and, in the same order, into the view.
class RouterView {
public:
    /// `recorder` null: into the view alone. `shown` not null: only that.
    RouterView(const RouterSources& sources, WaveRecorder* recorder, GtkwaveSave& save,
               const ShownRouter* shown)
        : sources_(sources), recorder_(recorder), save_(save), shown_(shown) {}

    void add(const PortTitles& titles) {
        // Further routers start closed: open, each would be far below the rows of the one before.
        save_.open_group(router_scope(sources_.router),
                         save_.empty() || shown_ != nullptr ? Group::open : Group::closed);
        for (std::size_t p = 0; p < sources_.inputs.size(); ++p) {
            add_input(static_cast<int>(p), titles.inputs.at(p));
        }
        for (std::size_t p = 0; p < sources_.outputs.size(); ++p) {
            add_output(static_cast<int>(p), titles.outputs.at(p));
        }
        add_switch_allocator();
        if (sources_.units != nullptr && shown_ == nullptr) {
            add_units();
        }
        save_.close_group();
    }

private:
    void add_input(int port, const std::string& title) {
        const InputPortSources& input = sources_.inputs[static_cast<std::size_t>(port)];
        if (input.flit_i == nullptr || (shown_ != nullptr && port != shown_->input_port)) {
            return;
        }
        const std::string name = "input_" + std::to_string(port);
        const std::string scope =
            open_port(name, title, "flit_i", *input.flit_i, "credit_o", input.credit_o);
        for (std::size_t v = 0; v < input.vcs.size(); ++v) {
            if (shown_ != nullptr && static_cast<int>(v) != shown_->input_vc) {
                continue;
            }
            const InputVcSources& vc = input.vcs[v];
            const std::string vc_scope = open_vc(scope, name, v);
            add_register(vc_scope, "state_q", 2, Display::vc_state, vc.state_q);
            add_register(vc_scope, "occupancy", buffer_bits(), Display::decimal, vc.occupancy);
            add_register(vc_scope, "output_q", output_bits(), Display::output_port, vc.output_q);
            add_register(vc_scope, "output_vc_q", vc_bits(), Display::output_vc, vc.output_vc_q);
            add_head(vc_scope, vc);
            save_.close_group();
        }
        save_.close_group();
    }

    /// Of multicasts.
    void add_head(const std::string& scope, const InputVcSources& vc) {
        const auto entries = static_cast<int>(vc.entries.size());
        add_wire(scope, "action", 3, Display::head_action, vc.action);
        add_wire(scope, "control", 2, Display::binary, vc.control);
        add_wire(scope, "entry_valid", entries, Display::binary, vc.entry_valid);
        for (int i = 0; i < entries; ++i) {
            add_wire(scope, "entry_" + std::to_string(i), 32, Display::decimal,
                     vc.entries[static_cast<std::size_t>(i)]);
        }
    }

    void add_output(int port, const std::string& title) {
        const OutputPortSources& output = sources_.outputs[static_cast<std::size_t>(port)];
        if (output.flit_o == nullptr || !shows_output(port)) {
            return;
        }
        const std::string name = "output_" + std::to_string(port);
        const std::string scope =
            open_port(name, title, "flit_o", *output.flit_o, "credit_i", output.credit_i);
        add_register(scope, "serving_q", 1, Display::binary, output.serving_q);
        add_register(scope, "messages_q", 32, Display::decimal, output.messages_q);
        for (std::size_t v = 0; v < output.vcs.size(); ++v) {
            if (shown_ != nullptr && static_cast<int>(v) != shown_->output(port)->vc) {
                continue;
            }
            const std::string vc_scope = open_vc(scope, name, v);
            add_register(vc_scope, "held_q", 1, Display::binary, output.vcs[v].held_q);
            add_register(vc_scope, "credits_q", buffer_bits(), Display::decimal,
                         output.vcs[v].credits_q);
            save_.close_group();
        }
        save_.close_group();
    }

    bool shows_output(int port) const {
        return shown_ == nullptr || shown_->output(port) != nullptr;
    }

    /// The group of a port with the wires of its handshake; gives its scope.
    std::string open_port(const std::string& name, const std::string& title, const char* flit,
                          const rtl::Flit& wire, const char* credit, const SignalSource& credits) {
        const std::string scope = router_scope(sources_.router) + '.' + name;
        save_.open_group(name + ": " + title, Group::open);
        add_flit(scope, flit, wire);
        add_wire(scope, credit, sources_.virtual_channels, Display::binary, credits);
        return scope;
    }

    void add_switch_allocator() {
        if (!std::any_of(sources_.outputs.begin(), sources_.outputs.end(),
                         [](const OutputPortSources& each) { return each.grant.present(); })) {
            return;  // none to show
        }
        const std::string scope = router_scope(sources_.router) + ".switch_allocator";
        save_.open_group("switch_allocator", Group::open);
        for (std::size_t p = 0; p < sources_.outputs.size(); ++p) {
            if (sources_.outputs[p].flit_o != nullptr && shows_output(static_cast<int>(p))) {
                add_wire(scope, "grant_" + std::to_string(p), grant_bits(), Display::input_port,
                         sources_.outputs[p].grant);
            }
        }
        save_.close_group();
    }

    void add_units() {
        recorder_->add_unit_pins(router_scope(sources_.router), sources_.units);
        add_unit_view(router_scope(sources_.router), sources_.units->pins(), save_);
    }

    void add_flit(const std::string& scope, const std::string& prefix, const rtl::Flit& wire) {
        if (recorder_ != nullptr) {
            recorder_->add_flit_wire(scope, prefix, wire, sources_.flit_bytes);
        }
        for (const FlitField& field : kFlitFields) {
            show(scope, prefix + '_' + field.name, field.width, field.display);
        }
        if (sources_.flit_bytes > 0) {
            show(scope, prefix + '_' + kFlitData, 8 * sources_.flit_bytes, Display::hexadecimal);
        }
    }

    void add_register(const std::string& scope, const std::string& name, int width, Display display,
                      const SignalSource& source) {
        if (recorder_ == nullptr ? source.present()
                                 : recorder_->add_register(scope, name, width, source)) {
            show(scope, name, width, display);
        }
    }

    void add_wire(const std::string& scope, const std::string& name, int width, Display display,
                  const SignalSource& source) {
        if (recorder_ == nullptr ? source.present()
                                 : recorder_->add_wire(scope, name, width, source)) {
            show(scope, name, width, display);
        }
    }

    void show(const std::string& scope, const std::string& name, int width, Display display) {
        switch (display) {
            case Display::binary:
                return save_.add(scope, name, width);
            case Display::decimal:
                return save_.add(scope, name, width, GtkwaveSave::Radix::decimal);
            case Display::hexadecimal:
                return save_.add(scope, name, width, GtkwaveSave::Radix::hexadecimal);
            case Display::flit_kind:
                return save_.add(scope, name, width, flit_kind_translation());
            case Display::vc_state:
                return save_.add(scope, name, width, vc_state_translation());
            case Display::head_action:
                return save_.add(scope, name, width, head_action_translation());
            case Display::input_port:
                return save_.add(scope, name, width, grant_translation(width));
            case Display::output_port:
                return save_.add(scope, name, width, index_translation("output_", width));
            case Display::output_vc:
                return save_.add(scope, name, width, index_translation("vc_", width));
        }
    }

    std::string open_vc(const std::string& scope, const std::string& port, std::size_t vc) {
        const std::string name = "vc_" + std::to_string(vc);
        save_.open_group(port + '.' + name, shown_ == nullptr ? Group::closed : Group::open);
        return scope + '.' + name;
    }

    // One value more than there are ports or VCs: all ones stands for -1, nothing chosen.
    int output_bits() const { return rtl::bits_for(sources_.ports.outputs() + 1); }
    int vc_bits() const { return rtl::bits_for(sources_.virtual_channels + 1); }
    int grant_bits() const { return rtl::bits_for(sources_.ports.inputs() + 1); }
    int buffer_bits() const {
        return sources_.buffer_flits == rtl::kUnbounded ? 32
                                                        : rtl::bits_for(sources_.buffer_flits + 1);
    }

    const RouterSources& sources_;
    WaveRecorder* recorder_;
    GtkwaveSave& save_;
    const ShownRouter* shown_;
};

}  // namespace

std::string router_scope(topo::NodeId router) { return "router_" + std::to_string(router); }

PortTitles port_titles(const topo::Topology& topology, topo::NodeId router,
                       const rtl::PortLayout& ports) {
    PortTitles titles;
    const std::vector<std::string> classes = topology.link_classes();
    for (int p = 0; p < ports.network; ++p) {
        const topo::PortPeer peer = topology.peer(router, p);
        if (!peer.connected()) {
            titles.inputs.emplace_back();
            titles.outputs.emplace_back();
            continue;
        }
        const std::string& link =
            classes.at(static_cast<std::size_t>(topology.link_class(router, p)));
        titles.inputs.push_back(link + " from " + router_scope(peer.node));
        titles.outputs.push_back(link + " to " + router_scope(peer.node));
    }
    for (int local = 0; local < ports.nodes; ++local) {
        const std::string node = "node_" + std::to_string(topology.first_node(router) + local);
        const bool alone = topology.one_node_per_router();
        titles.inputs.insert(titles.inputs.end(), static_cast<std::size_t>(ports.injection),
                             alone ? "injection" : "injection from " + node);
        titles.outputs.insert(titles.outputs.end(), static_cast<std::size_t>(ports.ejection),
                              alone ? "ejection" : "ejection to " + node);
    }
    return titles;
}

void add_router_view(const RouterSources& sources, const PortTitles& titles, WaveRecorder& recorder,
                     GtkwaveSave& save) {
    RouterView(sources, &recorder, save, nullptr).add(titles);
}

void add_shown_router(const RouterSources& sources, const PortTitles& titles,
                      const ShownRouter& shown, GtkwaveSave& save) {
    RouterView(sources, nullptr, save, &shown).add(titles);
}

}  // namespace flitscope::waves
