#include "rtl_models/cosim/verilog_parameters.h"

#include <algorithm>
#include <cstdint>
#include <iomanip>
#include <sstream>

#include "common/options.h"
#include "rtl_models/router/pin_widths.h"
#include "rtl_models/router/route_table.h"
#include "rtl_models/router/router_parameter_table.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::cosim {

namespace {

void print_list(std::ostream& out, const char* keyword, const std::vector<int>& values) {
    out << ' ' << keyword;
    for (const int value : values) {
        out << ' ' << value;
    }
}

constexpr std::size_t kMaxSettings = 16;  // ROUTE_SETTINGS of router.v, 16 bits each
constexpr int kMaxSetting = 65535;
constexpr int kMaxCyclesPerFlit = 255;

const std::string kLevel = "verilog";
const std::string kAlgorithm = "routing.algorithm";

/// `key`: of the configuration, which `what` is about.
void require(bool ok, const std::string& key, const std::string& what) {
    if (!ok) {
        throw OptionError(key, "level " + kLevel + ": " + what);
    }
}

/// Cycles per flit of a port. An unconnected port takes those of the same port elsewhere, so that
/// routers at the border need no set of their own.
int cycles_per_flit(const rtl::NetworkDescription& description, topo::NodeId node,
                    topo::PortId port) {
    const topo::Topology& topology = *description.topology;
    topo::NodeId like = node;
    for (topo::NodeId other = 0; !topology.peer(like, port).connected(); ++other) {
        if (other == topology.routers()) {
            return 1;
        }
        like = topology.ports(other) > port ? other : node;
    }
    const int cycles = description.link(like, port).cycles_per_flit;
    require(cycles <= kMaxCyclesPerFlit, "link.cycles_per_flit",
            "link.cycles_per_flit = " + std::to_string(cycles) + ", must be 1.." +
                std::to_string(kMaxCyclesPerFlit));
    return cycles;
}

/// The settings of the module that computes or looks up the routes.
std::vector<int> route_settings(const rtl::NetworkDescription& description) {
    const topo::RoutingFunction& routing = *description.routing;
    if (topo::computed_in_verilog(routing)) {
        return routing.settings();
    }
    require(!description.router.lookahead, kAlgorithm,
            "routing.algorithm = " + routing.algorithm() +
                ", whose routes are in tables; with router.lookahead they must be computed");
    const topo::RoutingEntry* const listed = topo::find_routing(routing.algorithm());
    require(listed == nullptr || listed->in_verilog, kAlgorithm,
            "routing.algorithm = " + routing.algorithm() + " does not fit into route tables");
    const rtl::RouteTableShape shape(routing, description.topology->routers(),
                                     description.ties_random);
    const std::string problem = rtl::route_table_problem(routing, shape);
    require(problem.empty(), kAlgorithm, problem);
    require(
        !description.headers.used() || shape.address_bits() < rtl::RouteTableShape::kMaxAddressBits,
        kAlgorithm,
        "routing.algorithm = " + routing.algorithm() +
            " does not fit into route tables together with multicasts");
    return shape.settings();
}

/// VerilogParameters::header.
std::vector<int> header_of(const rtl::NetworkDescription& description) {
    const rtl::HeaderParameters& headers = description.headers;
    if (!headers.used()) {
        return {};
    }
    const topo::NodeId nodes = description.topology->routers();
    const int most = most_header_entries(nodes);
    require(headers.entries() > 0, "header.addresses_per_flit",
            "header.addresses_per_flit = 0 without the length of the longest header");
    require(headers.entries() <= most, "header.addresses_per_flit",
            "a header flit of " + std::to_string(headers.entries()) +
                " addresses (header.addresses_per_flit) is longer than " +
                std::to_string(kMaxHeaderBits) + " bits; must have at most " +
                std::to_string(most));
    const auto routings = static_cast<int>(headers.routings.size());
    require(rtl::bits_for(nodes) + rtl::bits_for(routings) < rtl::RouteTableShape::kMaxAddressBits,
            "topology",
            "a network of " + std::to_string(nodes) +
                " nodes has no room for multicasts in its route tables");
    const int classes = rtl::vc_class_count(description);
    std::vector<int> header = {headers.entries(), nodes,
                               classes - description.routing->vc_classes()};
    int wanted = classes;
    for (const auto& routing : headers.routings) {
        header.push_back(routing->ejection_classes());
        wanted = std::max(wanted, header.back());
    }
    // Their tables have no more; such networks would not be free of deadlock. With one VC, all
    // classes are one.
    require(
        wanted <= description.router.virtual_channels || description.router.virtual_channels == 1,
        "router.virtual_channels",
        "router.virtual_channels = " + std::to_string(description.router.virtual_channels) +
            ", but headers have " + std::to_string(wanted) + " VC or ejection classes");
    return header;
}

}  // namespace

std::string set_name(const VerilogParameters& p, bool traced) {
    // FNV-1a
    std::uint32_t hash = 2166136261U;
    for (const char character : cmake_arguments(p)) {
        hash = (hash ^ static_cast<unsigned char>(character)) * 16777619U;
    }
    std::ostringstream name;
    name << p.routing << "_n" << p.network_ports;
    name << "_v" << p.router.virtual_channels << "_b" << p.router.buffer_flits << "_p"
         << p.router.pipeline << '_' << std::hex << std::setw(8) << std::setfill('0') << hash
         << (traced ? "_traced" : "");
    return name.str();
}

std::string cmake_arguments(const VerilogParameters& p) {
    std::ostringstream out;
    out << "NETWORK_PORTS " << p.network_ports;
    for (const rtl::RouterParameter& each : rtl::router_parameters()) {
        if (!each.verilog.empty()) {
            out << ' ' << each.verilog << ' ' << each.text(p.router);
        }
    }
    out << " ROUTING " << p.routing;
    if (!p.route_settings.empty()) {
        print_list(out, "ROUTE_SETTINGS", p.route_settings);
    }
    print_list(out, "CYCLES_PER_FLIT", p.cycles_per_flit);
    if (!p.router.class_vcs.empty()) {
        print_list(out, "CLASS_VCS", p.router.class_vcs);
    }
    if (p.nodes != 1 || p.local_bits != 0) {
        print_list(out, "LOCAL", {p.nodes, p.local_bits});
    }
    if (!p.header.empty()) {
        print_list(out, "HEADER", p.header);
    }
    out << (p.purges ? " PURGE" : "") << (p.lean ? " LEAN" : "");
    return out.str();
}

std::string route_module(const topo::RoutingFunction& routing) {
    return topo::computed_in_verilog(routing) ? routing.algorithm() : "lookup";
}

int most_header_entries(topo::NodeId nodes) {
    constexpr int kValidAndControl = 3;
    return kMaxHeaderBits / (rtl::bits_for(nodes) + kValidAndControl);
}

VerilogParameters verilog_parameters_of(const rtl::NetworkDescription& description,
                                        topo::NodeId node) {
    const topo::Topology& topology = *description.topology;
    const topo::RoutingFunction& routing = *description.routing;
    for (const rtl::RouterParameter& each : rtl::router_parameters()) {
        const int value = each.get(description.router);
        for (const rtl::RouterParameter::Limit& limit : each.limits) {
            require(limit.level != kLevel || each.is_accepted(value, kLevel), "router." + each.key,
                    "router." + each.key + " = " + each.text(value) + ", must be " +
                        each.text(limit.minimum, limit.maximum));
        }
    }

    VerilogParameters p;
    p.network_ports = topology.ports(node);
    p.nodes = topology.nodes_at(node);
    p.local_bits = topology.local_bits();
    p.router = description.router;
    for (const rtl::RouterParameter& each : rtl::router_parameters()) {
        if (!each.matters(p.router)) {
            each.set(p.router, each.standard());  // or two sets would be the same hardware
        }
    }
    const rtl::PortLayout ports = rtl::port_layout(p.router, topology, node);
    p.router.injection_ports = ports.injection;
    p.router.ejection_ports = ports.ejection;
    p.router.injection_vcs = rtl::injection_vc_count(p.router);
    p.router.flit_bytes = description.router.data_bytes();
    p.routing = route_module(routing);
    p.route_settings = route_settings(description);
    require(p.route_settings.size() <= kMaxSettings, "topology",
            "routing.algorithm = " + p.routing + " on this " + topology.kind() + " has " +
                std::to_string(p.route_settings.size()) + " settings (sizes, orders), must have " +
                std::to_string(kMaxSettings) + " at most");
    for (const int setting : p.route_settings) {
        require(setting <= kMaxSetting, "topology",
                "routing.algorithm = " + p.routing + " on this " + topology.kind() +
                    " has the setting " + std::to_string(setting) + ", must be at most " +
                    std::to_string(kMaxSetting));
    }
    for (topo::PortId port = 0; port < p.network_ports; ++port) {
        p.cycles_per_flit.push_back(cycles_per_flit(description, node, port));
    }
    p.header = header_of(description);
    p.purges = description.purging;
    require(!p.purges || p.router.extra_stages == 0, "router.extra_stages",
            "router.extra_stages = " + std::to_string(p.router.extra_stages) +
                ", of which no message can be taken out at level verilog");
    return p;
}

std::vector<NeededSet> needed_sets(const rtl::NetworkDescription& description,
                                   const std::vector<topo::NodeId>& nodes) {
    std::vector<NeededSet> needed;
    for (const topo::NodeId node : nodes) {
        const VerilogParameters parameters = verilog_parameters_of(description, node);
        const std::string arguments = cmake_arguments(parameters);
        auto known = std::find_if(needed.begin(), needed.end(), [&](const NeededSet& each) {
            return cmake_arguments(each.parameters) == arguments;
        });
        if (known == needed.end()) {
            known = needed.insert(needed.end(), {parameters, node, 0});
        }
        ++known->routers;
    }
    return needed;
}

}  // namespace flitscope::cosim
