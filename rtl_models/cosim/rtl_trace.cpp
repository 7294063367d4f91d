#include "rtl_models/cosim/rtl_trace.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <system_error>
#include <utility>

#include "rtl_models/waves/router_view.h"
#include "rtl_models/waves/unit_view.h"
#include "waves/fst_file.h"
#include "waves/vcd_merge.h"

namespace flitscope::cosim {

namespace {

/// Of the names in router_core.v, those of the wires between its units.
bool is_wire(const std::string& name) {
    static constexpr const char* kWires[] = {"filled",    "front_", "head_",   "tail_",
                                             "count",     "vc_",    "active_", "switch_",
                                             "crossing_", "output_"};
    return std::any_of(std::begin(kWires), std::end(kWires), [&](const std::string& wire) {
        return wire.back() == '_' ? name.compare(0, wire.size(), wire) == 0 : name == wire;
    });
}

/// A file next to the dump `path`, in its format.
std::string beside(const std::string& path, const char* what) {
    return waves::dump_stem(path) + what + (waves::is_fst(path) ? ".fst" : ".vcd");
}

/// router_5.router.core.g_input[2].vc_buffer becomes router_5.vc_buffer_2, as it is called in a
/// router at level signal.
void place_unit(std::vector<std::string>& scopes) {
    std::size_t unit = 2;
    if (scopes.size() <= unit || scopes[1] != "router") {
        return;
    }
    // "core": the netlist, without the pins. "fields": of what its ports carry (router_waves.vh).
    for (const char* const inside : {"core", "fields"}) {
        if (scopes.size() > unit && scopes[unit] == inside) {
            scopes.erase(scopes.begin() + 2);
        }
    }
    if (scopes.size() <= unit) {
        return;
    }
    std::string number;
    const std::string& block = scopes[unit];
    const std::size_t open = block.find('[');
    if (open != std::string::npos && block.back() == ']' && scopes.size() > unit + 1) {
        number = '_' + block.substr(open + 1, block.size() - open - 2);
        ++unit;
    }
    if (!waves::kind_of_unit(scopes[unit]).empty()) {
        scopes[unit] += number;
        scopes.erase(scopes.begin() + 1, scopes.begin() + static_cast<std::ptrdiff_t>(unit));
    }
}

/// Of the names in a unit, those of its pins: "grant_o", "flit_i_valid".
bool is_pin(const std::string& name) {
    const auto ends_in_direction = [](const std::string& text) {
        const std::string end = text.substr(std::min(text.rfind('_'), text.size()));
        return end == "_i" || end == "_o" || end == "_ni";
    };
    return ends_in_direction(name) || ends_in_direction(name.substr(0, name.rfind('_')));
}

/// The pins of a router, its units, and, closed, the wires between them.
struct RouterOfRtl {
    std::string scope;
    std::vector<waves::VcdSignal> pins;
    std::vector<waves::VcdSignal> wires;
    std::vector<waves::UnitPins::Pin> units;
};

std::vector<RouterOfRtl> routers_of(const std::string& dump) {
    std::vector<RouterOfRtl> routers;
    for (const waves::VcdSignal& signal : waves::signals_of_vcd(dump)) {
        const std::size_t dot = signal.scope.find('.');
        const std::string router = signal.scope.substr(0, dot);
        const std::string inside = dot == std::string::npos ? "" : signal.scope.substr(dot + 1);
        if (routers.empty() || routers.back().scope != router) {
            routers.push_back({router, {}, {}, {}});
        }
        if (inside.empty()) {
            routers.back().pins.push_back(signal);
        } else if (inside == "router" && is_wire(signal.name)) {
            routers.back().wires.push_back(signal);
        } else if (inside.find('.') == std::string::npos && is_pin(signal.name)) {
            routers.back().units.push_back({inside, signal.name, signal.width, 0});
        }
    }
    return routers;
}

void add_group(const std::string& title, const std::vector<waves::VcdSignal>& signals,
               waves::GtkwaveSave::Group state, waves::GtkwaveSave& view) {
    if (signals.empty()) {
        return;
    }
    view.open_group(title, state);
    for (const waves::VcdSignal& signal : signals) {
        view.add(signal.scope, signal.name, signal.width);
    }
    view.close_group();
}

waves::GtkwaveSave view_of(const std::string& dump) {
    using Group = waves::GtkwaveSave::Group;
    waves::GtkwaveSave view;
    for (const RouterOfRtl& router : routers_of(dump)) {
        add_group(router.scope + ": pins of the RTL", router.pins, Group::open, view);
        add_unit_view(router.scope, router.units, view);
        add_group(router.scope + ".router: inside the RTL", router.wires, Group::closed, view);
    }
    return view;
}

/// Runs `what`, which writes a model's own dump. A failure becomes OutputError for `file`.
template <typename Do>
void written(const std::string& file, const Do& what) {
    try {
        what();
    } catch (const std::system_error& error) {
        throw OutputError(file + ": cannot be written: " + std::strerror(error.code().value()));
    }
}

}  // namespace

RtlTrace::RtlTrace(waves::WaveDump& dump, const std::vector<topo::NodeId>& routers,
                   waves::Cycle from, waves::Cycle to)
    : dump_(dump), routers_(routers.begin(), routers.end()), from_(from), to_(to) {}

std::string RtlTrace::rtl_file(const std::string& dump) { return beside(dump, ".rtl"); }
std::string RtlTrace::both_file(const std::string& dump) { return beside(dump, ".both"); }

void RtlTrace::add_router(topo::NodeId id, std::weak_ptr<const void> router,
                          const std::function<void(const std::string&)>& open,
                          std::function<void()> close) {
    const std::string name =
        waves::dump_stem(dump_.path()) + ".rtl." + waves::router_scope(id) + ".vcd";
    parts_.push_back(
        {std::make_unique<AtomicFile>(name, Links::replace), std::move(router), std::move(close)});
    written(name, [&] { open(parts_.back().file->written_to()); });
}

void RtlTrace::finish() {
    std::vector<std::string> files;
    for (const Part& part : parts_) {
        if (const auto router = part.router.lock()) {
            written(rtl_file(dump_.path()), part.close);
            files.push_back(part.file->written_to());
        }
    }
    if (files.empty()) {
        return;
    }
    const waves::VcdBehind rtl(rtl_file(dump_.path()));
    const waves::VcdBehind both(both_file(dump_.path()));
    waves::merge_vcd(files, rtl.path(), place_unit);
    waves::merge_vcd({dump_.vcd_path(), rtl.path()}, both.path());
    waves::GtkwaveSave view = view_of(rtl.path());
    view.append(dump_.view());
    view.write(both.dump(), from_);
    rtl.convert();
    both.convert();
}

}  // namespace flitscope::cosim
