#include "rtl_models/cosim/verilog_parameters.h"

#include <cstdint>
#include <iomanip>
#include <sstream>

#include "rtl_models/router/router_parameter_table.h"

namespace flitscope::cosim {

namespace {

void print_list(std::ostream& out, const char* keyword, const std::vector<int>& values) {
    out << ' ' << keyword;
    for (const int value : values) {
        out << ' ' << value;
    }
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
        if (!each.verilog().empty()) {
            out << ' ' << each.verilog() << ' ' << each.text(p.router);
        }
    }
    out << " ROUTING " << p.routing;
    if (!p.route_settings.empty()) {
        print_list(out, "ROUTE_SETTINGS", p.route_settings);
    }
    print_list(out, "CYCLES_PER_FLIT", p.cycles_per_flit);
    if (!p.header.empty()) {
        print_list(out, "HEADER", p.header);
    }
    out << (p.purges ? " PURGE" : "") << (p.lean ? " LEAN" : "");
    return out.str();
}

}  // namespace flitscope::cosim
