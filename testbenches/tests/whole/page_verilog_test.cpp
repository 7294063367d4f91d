// Networks with multicasts and verilated routers, alone and beside other levels, against the
// simulator written from the page, event by event.
#include <gtest/gtest.h>

#include "rtl_models/cosim/verilog_network.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/whole/page_comparison.h"
#include "tlm/mixed/mixed_network.h"

namespace flitscope::cosim {

// Named by their scenarios; made in CMakeLists.txt.
VerilogSet verilog_set_headers_73();
VerilogSet verilog_set_headers_127();
VerilogSet verilog_set_headers_172();
VerilogSet verilog_set_headers_191();
VerilogSet verilog_set_headers_192();

}  // namespace flitscope::cosim

namespace flitscope::tb {
namespace {

std::vector<topo::NodeId> nodes_of(const rtl::NetworkDescription& description, int begin,
                                   int step) {
    std::vector<topo::NodeId> nodes;
    for (topo::NodeId node = begin; node < description.topology->nodes(); node += step) {
        nodes.push_back(node);
    }
    return nodes;
}

void expect_as_the_page_says(std::uint64_t seed, const cosim::VerilogSet& set) {
    const PageScenario scenario(seed, DrawnMessages::with_multicasts);
    SCOPED_TRACE(scenario.text());
    const PageReference reference(scenario.description(), scenario.messages, scenario.end);
    const std::vector<cosim::VerilogSet> sets = {set};
    const auto expect = [&](const char* levels, const MakeNetwork& make_network) {
        SCOPED_TRACE(levels);
        const FreshKernel kernel;
        expect_equal_runs(scenario, reference, make_network);
    };
    expect("verilog", [&](const rtl::NetworkDescription& description) {
        return cosim::make_verilog_network(
            description, cosim::verilog_router_factory(description, sets, {}), true);
    });
    expect("verilog and signal", [&](const rtl::NetworkDescription& description) {
        return cosim::make_verilog_network(
            description,
            cosim::verilog_router_factory(description, sets, nodes_of(description, 0, 2)), false);
    });
    expect("verilog and fast", [&](const rtl::NetworkDescription& description) {
        const std::vector<topo::NodeId> verilog = nodes_of(description, 1, 2);
        return tl::make_mixed_network(description, verilog,
                                      cosim::verilog_router_factory(description, sets, verilog));
    });
    expect("all three", [&](const rtl::NetworkDescription& description) {
        std::vector<topo::NodeId> modules = nodes_of(description, 0, 3);
        const std::vector<topo::NodeId> signal = nodes_of(description, 1, 3);
        const rtl::RouterFactory factory =
            cosim::verilog_router_factory(description, sets, modules);
        modules.insert(modules.end(), signal.begin(), signal.end());
        return tl::make_mixed_network(description, modules, factory);
    });
}

TEST(PageVerilog, StoreAndForward) { expect_as_the_page_says(73, cosim::verilog_set_headers_73()); }
TEST(PageVerilog, AllAddressesInOneFlit) {
    expect_as_the_page_says(127, cosim::verilog_set_headers_127());
}
TEST(PageVerilog, HamiltonianAtDepth4) {
    expect_as_the_page_says(172, cosim::verilog_set_headers_172());
}
TEST(PageVerilog, TwoHeaderRoutings) {
    expect_as_the_page_says(191, cosim::verilog_set_headers_191());
}
TEST(PageVerilog, SharedArbiters) {
    expect_as_the_page_says(192, cosim::verilog_set_headers_192());
}

}  // namespace
}  // namespace flitscope::tb
