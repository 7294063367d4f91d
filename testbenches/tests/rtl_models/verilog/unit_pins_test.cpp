// The Verilog units have the ports of the SystemC units: the same names, directions and fields, of
// which those of a flit, a head and an action lie in one vector; and router_core.v has the wires of
// the SystemC router.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <systemc>

#include "rtl_models/cosim/flattened_ports.h"
#include "rtl_models/router/unit_names.h"
#include "rtl_models/signal/bundles/pin_fields.h"
#include "rtl_models/signal/network/router.h"
#include "rtl_models/signal/units/header_unit.h"
#include "testbenches/tests/support/multicast_pins.h"
#include "testbenches/tests/support/pin_parameters.h"
#include "topologies/routing/routing_function.h"

namespace flitscope::tb {
namespace {

/// Pins by name, as declared: "input logic [INPUTS*VCS*PORT_WIDTH-1:0]".
using Pins = std::map<std::string, std::string>;

/// What one side has and the other has not, and why. `*` stands for any text.
struct Exception {
    const char* unit;
    const char* pin;
    const char* why;
};
constexpr Exception kOnlySystemC[] = {
    {"crossbar", "active_i_valid", "a granted VC is active"},
    {"crossbar", "active_i_port", "the select lines say where a flit goes"},
    {"crossbar", "active_i_hop", "the output unit counts hops in the flit"},
    {"switch_allocator", "active_i_detour", "no allocator looks at it"},
    {"switch_allocator", "request_i_hop", "speculation needs no policy of heads"},
    {"switch_allocator", "request_i_detour", "as above"},
    {"switch_allocator", "state_i_held", "it asks which VCs are free"},
    {"route_unit", "state_i_passed", "routes depend on VCs that are held and free alone"},
    {"held_priority", "head_i", "the front flit has the priority"},
    {"router", "node", "the pin node_i itself"},
    {"router", "no_credit", "router_core.v ties the credits of ejection outputs to 0"},
};
constexpr Exception kOnlyVerilog[] = {
    {"output_unit", "quiet_o", "for idle_o of router_core.v; SystemC units sleep by their gates"},
    {"router", "output_quiet", "as quiet_o"},
    {"route_unit", "link_vcs_i", "SystemC units are built for their links"},
    {"output_unit", "link_vcs_i", "as of route_unit"},
    {"route_unit", "route_again_i", "a part of the port purge_i, which is no pin"},
    {"route_unit", "table_clk_i", "as table_i_valid"},
    {"route_unit", "table_i_valid", "SystemC units ask the routing function itself"},
    {"route_unit", "table_i_address", "as table_i_valid"},
    {"route_unit", "table_i_row", "as table_i_valid"},
    {"route_unit", "neighbour_i", "SystemC units ask the topology"},
    {"route_unit", "neighbour_i_input", "as neighbour_i"},
    {"route_unit", "ahead_o_valid", "of lookahead, which this router has not (unit_waves_test)"},
    {"route_unit", "ahead_o_port", "as ahead_o_valid"},
    {"vc_allocator", "active_i_*", "of VC selection at the switch, which this router has not"},
    {"vc_allocator", "switch_grant_i", "as active_i"},
    {"vc_allocator", "asking_o_*", "as active_i"},
    {"router", "asking_*", "as active_i"},
    {"crossbar", "ahead_i_valid", "as ahead_o_valid"},
    {"crossbar", "ahead_i_port", "as ahead_o_valid"},
    {"router", "ahead_valid", "as ahead_o_valid"},
    {"router", "ahead_port", "as ahead_o_valid"},
    {"router", "allocator_request_valid", "of bypass, which this router has not"},
    {"router", "allocator_filled", "as allocator_request_valid"},
    {"router", "allocator_vc_grant_valid", "as allocator_request_valid"},
    {"router", "allocator_vc_grant_vc", "as allocator_request_valid"},
    {"router", "allocator_grant", "as allocator_request_valid"},
    {"router", "allocator_taken", "as allocator_request_valid"},
    {"router", "allocator_select", "as allocator_request_valid"},
    {"router", "crossing_active_vc", "as allocator_request_valid"},
    {"router", "crossing_active_detour", "as allocator_request_valid"},
    {"router", "output_bypass", "as allocator_request_valid"},
    {"router", "output_clear", "as allocator_request_valid"},
    {"router", "input_free", "as allocator_request_valid"},
    {"router", "crossbar_*", "of the traversal register, which this router has not"},
    {"router", "output_sent_*", "as crossbar_*"},
    {"router", "register_quiet", "as quiet_o"},
    {"router", "line_quiet", "as quiet_o"},
    {"output_unit", "sent_i_*", "as crossbar_*"},
};

/// Looks at loads.
class LoadRouting : public topo::RoutingFunction {
public:
    std::string algorithm() const override { return "test"; }
    void candidates(const topo::RouteQuery& /*query*/,
                    std::vector<topo::RouteCandidate>& out) const override {
        out.push_back({0, 0});
    }
    topo::RouteSelection selection() const override { return topo::RouteSelection::shortest_queue; }
};

/// Looks at buffers.
class OccupancyArbiters : public rtl::ArbiterBank {
public:
    bool precedes(std::size_t /*which*/, const rtl::Candidate& a,
                  const rtl::Candidate& b) const override {
        return a.index < b.index;
    }
    void update(std::size_t /*which*/, std::int32_t /*winner*/) override {}
    bool reads_occupancy() const override { return true; }
};

/// Looks at loads and buffers and asks for room for whole messages, so that no optional port has
/// width 0; more inputs than outputs, so that a number of ports tells which they are.
rtl::Router& elaborated_router() {
    static const LoadRouting routing;
    static const rtl::DecisionMakers makers = [] {
        rtl::DecisionMakers made;
        made.arbiters = [](int, int) { return std::make_unique<OccupancyArbiters>(); };
        return made;
    }();
    static rtl::Router* const router = [] {
        rtl::RouterInstance instance;
        instance.parameters.virtual_channels = 2;
        instance.parameters.buffer_flits = 4;
        instance.parameters.switching = rtl::Switching::virtual_cut_through;
        instance.parameters.speculation = rtl::Speculation::exact;
        instance.parameters.priority = rtl::Priority::age;
        instance.parameters.injection_ports = 3;
        instance.parameters.ejection_ports = 2;
        instance.connected = {true, true};
        instance.cycles_per_flit = {1, 1};
        instance.routing = &routing;
        instance.makers = &makers;
        return new rtl::Router("router", instance);  // never elaborated to the end, so never run
    }();
    return *router;
}

/// Routers without multicasts have none.
const rtl::HeaderUnit& header_unit() {
    static const rtl::NetworkDescription network;
    static const auto* const unit =
        new rtl::HeaderUnit(rtl::kHeaderUnit, {0, elaborated_router().ports(), 2, &network});
    return *unit;
}

std::string product(std::initializer_list<std::string> factors) {
    std::string text;
    for (const std::string& factor : factors) {
        text += factor.empty() || text.empty() ? factor : '*' + factor;
    }
    return text.empty() ? "logic" : "logic [" + text + "-1:0]";
}

/// "INPUTS" or "OUTPUTS".
std::string count_name(std::size_t ports) {
    const rtl::PortLayout& layout = elaborated_router().ports();
    EXPECT_NE(layout.inputs(), layout.outputs());
    return ports == static_cast<std::size_t>(layout.inputs()) ? "INPUTS" : "OUTPUTS";
}

/// The parameter that says how wide the vector of what carries a T is.
template <typename T>
const char* vector_width() {
    return std::is_same_v<T, rtl::Heads>           ? "HEAD_WIDTH"
           : std::is_same_v<T, rtl::HeaderActions> ? "ACTION_WIDTH"
                                                   : "FLIT_WIDTH";
}

/// Adds the pins of what carries a T, `name` in front; `ports`: how many side by side, or "".
template <typename T>
void add_pins(const std::string& direction, const std::string& name, const std::string& ports,
              Pins& pins) {
    const auto& vector = cosim::kVectorOf<T>;
    if (!vector.empty()) {
        const char* const vcs = std::is_same_v<T, rtl::Flit> ? "" : "VCS";
        pins.emplace(name, direction + product({ports, vcs, vector_width<T>()}));
    }
    rtl::PinFields<T>::visit([&](const auto& field) {
        if (std::any_of(vector.begin(), vector.end(),
                        [&](const rtl::VectorField& each) { return each.name == field.name; })) {
            return;
        }
        const std::string pin = name + (*field.name == '\0' ? "" : "_") + field.name;
        const bool added =
            pins.emplace(pin, direction + product({ports, parameter_of(field.elements),
                                                   parameter_of(field.width)}))
                .second;
        EXPECT_TRUE(added) << pin << " twice";
    });
}

/// The pins of a port of a unit.
void add_port(const sc_core::sc_object& port, const std::string& name, const std::string& ports,
              Pins& pins) {
    bool known = false;
    rtl::for_each_pin_type([&](const auto& example) {
        using T = std::decay_t<decltype(example)>;
        if (dynamic_cast<const sc_core::sc_out<T>*>(&port) != nullptr) {
            add_pins<T>("output ", name, ports, pins);
            known = true;
        } else if (dynamic_cast<const sc_core::sc_in<T>*>(&port) != nullptr) {
            add_pins<T>("input ", name, ports, pins);
            known = true;
        }
    });
    // The number of them, a bit for each in the Verilog (docs/multicast_units.md).
    if (dynamic_cast<const sc_core::sc_out<rtl::ServedEntries>*>(&port) != nullptr) {
        pins.emplace(name, "output " + product({"VCS", "ENTRIES"}));
        known = true;
    }
    EXPECT_TRUE(known) << port.name() << " carries a type that PinFields does not know";
}

Pins systemc_pins(const sc_core::sc_module& unit) {
    Pins pins;
    std::set<const sc_core::sc_object*> of_vectors;
    for (const sc_core::sc_object* child : unit.get_child_objects()) {
        if (const auto* vector = dynamic_cast<const sc_core::sc_vector_base*>(child)) {
            const std::vector<sc_core::sc_object*>& elements = vector->get_elements();
            of_vectors.insert(elements.begin(), elements.end());
            if (elements.empty()) {
                ADD_FAILURE() << child->name() << " has width 0 in this router";
                continue;
            }
            add_port(*elements.front(), child->basename(), count_name(elements.size()), pins);
        }
    }
    for (const sc_core::sc_object* child : unit.get_child_objects()) {
        if (dynamic_cast<const sc_core::sc_port_base*>(child) != nullptr &&
            of_vectors.count(child) == 0) {
            add_port(*child, child->basename(), "", pins);
        }
    }
    return pins;
}

/// The module of a unit: where flits may have branches, what is there for them is around it.
std::string module_of(const std::string& unit) {
    const std::string multicast = "multicast_" + unit;
    const std::string path = std::string(FLITSCOPE_VERILOG_DIR) + "/" + multicast + ".v";
    return std::filesystem::exists(path) ? multicast : unit;
}

/// The lines of module `unit` but for those that FLITSCOPE_PURGE adds: units have no such pins,
/// only whole routers.
std::vector<std::string> lines_of(const std::string& unit) {
    const std::string path = std::string(FLITSCOPE_VERILOG_DIR) + "/" + unit + ".v";
    std::ifstream file(path);
    EXPECT_TRUE(file) << path;
    std::vector<std::string> lines;
    bool left_out = false;
    for (std::string line; std::getline(file, line);) {
        if (line == "`ifdef FLITSCOPE_PURGE") {
            left_out = true;
        } else if (line == "`else" || line == "`endif") {
            left_out = false;
        } else if (!left_out) {
            lines.push_back(line);
        }
    }
    EXPECT_FALSE(lines.empty()) << path;
    return lines;
}

/// Lines of module `unit` that match, one name or several. `skipped`: names.
Pins declared(const std::string& unit, const std::string& pattern,
              const std::function<bool(const std::string&)>& skipped = of_multicasts) {
    const std::regex line_of_pins("^  " + pattern + R"(logic\s*(\[[^\]]*\])?\s*([\w, ]+).*)");
    const std::regex input_vcs(R"(\[N\b)");
    const std::regex a_name(R"(\w+)");
    Pins pins;
    for (const std::string& line : lines_of(unit)) {
        std::smatch part;
        if (!std::regex_match(line, part, line_of_pins)) {
            continue;
        }
        const std::string direction = part[1].str();
        const std::string range = std::regex_replace(part[2].str(), input_vcs, "[INPUTS*VCS");
        const std::string names = part[3].str();
        for (std::sregex_iterator name(names.begin(), names.end(), a_name), end; name != end;
             ++name) {
            if (!skipped(name->str())) {
                pins[name->str()] = direction + (direction.empty() ? "" : " ") + "logic" +
                                    (range.empty() ? "" : " ") + range;
            }
        }
    }
    EXPECT_FALSE(pins.empty()) << unit;
    return pins;
}

/// Names of `pins` without those that `exceptions` name, each of which must be there.
template <std::size_t count>
void remove(const Exception (&exceptions)[count], const std::string& unit, const Pins& other,
            Pins& pins) {
    for (const Exception& exception : exceptions) {
        if (unit == exception.unit) {
            const std::regex pin(std::regex_replace(exception.pin, std::regex("\\*"), ".*"));
            const auto names = [&](const Pins& side) {
                std::vector<std::string> found;
                for (const auto& [name, declaration] : side) {
                    if (std::regex_match(name, pin)) {
                        found.push_back(name);
                    }
                }
                return found;
            };
            EXPECT_EQ(names(other).size(), 0u)
                << unit << '.' << exception.pin << " is on both sides, no exception";
            const std::vector<std::string> there = names(pins);
            EXPECT_FALSE(there.empty())
                << unit << '.' << exception.pin << " is no exception any more";
            for (const std::string& name : there) {
                pins.erase(name);
            }
        }
    }
}

void expect_same(const std::string& unit, Pins systemc, Pins verilog) {
    const Pins all = systemc;
    remove(kOnlySystemC, unit, verilog, systemc);
    remove(kOnlyVerilog, unit, all, verilog);
    for (const auto& [name, declaration] : systemc) {
        const auto twin = verilog.find(name);
        EXPECT_EQ(twin == verilog.end() ? "missing" : twin->second, declaration)
            << "pin " << name << " of " << unit << ".v";
    }
    for (const auto& [name, declaration] : verilog) {
        EXPECT_EQ(systemc.count(name), 1u)
            << unit << ".v has " << declaration << ' ' << name << ", the SystemC unit has not";
    }
}

/// "vc_buffer" of "vc_buffer_3".
std::string without_number(const std::string& name) {
    return std::regex_replace(name, std::regex("_[0-9]+$"), "");
}

TEST(UnitPins, AreTheFlattenedPorts) {
    std::map<std::string, int> units;
    for (const sc_core::sc_object* child : elaborated_router().get_child_objects()) {
        const auto* unit = dynamic_cast<const sc_core::sc_module*>(child);
        const std::string name = without_number(child->basename());
        if (unit == nullptr || name == "monitor") {
            continue;
        }
        if (++units[name] == 1) {  // the others have the same class
            expect_same(name, systemc_pins(*unit), declared(module_of(name), "(input|output)\\s+"));
        }
    }
    EXPECT_EQ(units, (std::map<std::string, int>{{"vc_buffer", 5},
                                                 {"held_priority", 5},
                                                 {"route_unit", 5},
                                                 {"vc_allocator", 1},
                                                 {"switch_allocator", 1},
                                                 {"crossbar", 1},
                                                 {"output_unit", 4}}));
}

TEST(UnitPins, OfHeaderUnitsAreTheirFlattenedPorts) {
    expect_same(
        rtl::kHeaderUnit, systemc_pins(header_unit()),
        declared(rtl::kHeaderUnit, "(input|output)\\s+", [](const auto&) { return false; }));
}

TEST(RouterWires, AreTheFlattenedSignals) {
    std::map<std::string, std::vector<const sc_core::sc_object*>> signals;
    for (const sc_core::sc_object* child : elaborated_router().get_child_objects()) {
        if (dynamic_cast<const sc_core::sc_prim_channel*>(child) != nullptr) {
            signals[without_number(child->basename())].push_back(child);
        }
    }
    Pins wires;
    for (const auto& [name, of_ports] : signals) {
        const std::string ports = of_ports.size() == 1 ? "" : count_name(of_ports.size());
        bool known = false;
        rtl::for_each_pin_type([&, name = name, first = of_ports.front()](const auto& example) {
            using T = std::decay_t<decltype(example)>;
            if (dynamic_cast<const sc_core::sc_signal_in_if<T>*>(first) != nullptr) {
                add_pins<T>("", name, ports, wires);
                known = true;
            }
        });
        EXPECT_TRUE(known) << name << " carries a type that PinFields does not know";
    }
    expect_same("router", wires, declared("router_core", "()"));
}

/// FNV-1a.
std::uint64_t digest(const std::string& text) {
    std::uint64_t value = 0xcbf29ce484222325U;
    for (const char letter : text) {
        value = (value ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
    }
    return value;
}

/// Ports and parameters of a unit in both languages, what is there for multicasts included.
std::string interface_of(const sc_core::sc_module& unit, const std::string& name) {
    std::string text;
    for (const sc_core::sc_object* child : unit.get_child_objects()) {
        if (dynamic_cast<const sc_core::sc_vector_base*>(child) != nullptr ||
            dynamic_cast<const sc_core::sc_port_base*>(child) != nullptr) {
            text += std::string(child->basename()) + ' ' + typeid(*child).name() + '\n';
        }
    }
    for (const auto& [pin, declaration] : systemc_pins(unit)) {
        text += pin + ' ' + declaration + '\n';
    }
    const std::regex declared_line(R"(^ +(input|output|parameter)\b[^/]*)");
    for (const std::string& line : lines_of(module_of(name))) {
        std::smatch part;
        if (std::regex_search(line, part, declared_line)) {
            text += std::regex_replace(part.str(), std::regex("[ ,]+"), " ") + '\n';
        }
    }
    return text;
}

TEST(PortLists, AreThoseOfTheirVersions) {
    struct Known {
        int version;
        std::uint64_t digest;
    };
    const std::map<std::string, Known> known = {
        {"vc_buffer", {5, 0xca4730e225460510}},    {"route_unit", {8, 0xe215e1b4dee17fd5}},
        {"vc_allocator", {8, 0xcbe0e4c5cb0465a6}}, {"switch_allocator", {7, 0x6e92769fe0993b9f}},
        {"crossbar", {6, 0x28dcc8166d2c3a68}},     {"output_unit", {8, 0xa73f70bf9d704fdd}},
        {"header_unit", {4, 0x3356bc6710f7e5e6}},
    };
    std::map<std::string, std::uint64_t> found;
    for (const sc_core::sc_object* child : elaborated_router().get_child_objects()) {
        const auto* unit = dynamic_cast<const sc_core::sc_module*>(child);
        const std::string name = without_number(child->basename());
        if (unit != nullptr && rtl::port_list_version(name) != 0 && found.count(name) == 0) {
            found[name] = digest(interface_of(*unit, name));
        }
    }
    found[rtl::kHeaderUnit] = digest(interface_of(header_unit(), rtl::kHeaderUnit));
    ASSERT_EQ(found.size(), rtl::kUnits.size());
    for (const rtl::ExchangeableUnit& unit : rtl::kUnits) {
        const Known& before = known.at(unit.name);
        EXPECT_TRUE(unit.port_list == before.version && found.at(unit.name) == before.digest)
            << "ports or parameters of " << unit.name << " are other ones than those of version "
            << before.version << ": raise its version in rtl_models/router/unit_names.h and have "
            << "here version and 0x" << std::hex << found.at(unit.name);
    }
}

}  // namespace
}  // namespace flitscope::tb
