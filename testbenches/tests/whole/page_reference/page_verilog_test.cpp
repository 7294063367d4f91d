// Networks with multicasts and verilated routers, alone and beside other levels, against the
// simulator written from the page, event by event.
#include <gmock/gmock.h>

#include <set>

#include "rtl_models/cosim/verilog_network.h"
#include "rtl_models/signal/signal_network.h"
#include "rtl_models/waves/router_view.h"
#include "rtl_models/waves/wave_dump.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/temporary_folder.h"
#include "testbenches/tests/support/wave_files/vcd_reader.h"
#include "testbenches/tests/whole/page_reference/page_comparison.h"
#include "testbenches/tests/whole/page_reference/reference_run.h"
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

using testing::UnorderedElementsAre;

std::vector<topo::NodeId> nodes_of(const rtl::NetworkDescription& description, int begin,
                                   int step) {
    std::vector<topo::NodeId> nodes;
    for (topo::NodeId node = begin; node < description.topology->nodes(); node += step) {
        nodes.push_back(node);
    }
    return nodes;
}

void expect_as_the_page_says(std::uint64_t seed, const cosim::VerilogSet& set) {
    PageScenario scenario(seed, DrawnMessages::with_multicasts);
    scenario.router.extra_stages = 0;  // as of the set
    SCOPED_TRACE(scenario.text());
    const PageReference reference(scenario.description(), scenario.messages, scenario.end);
    const std::vector<cosim::VerilogSet> sets = {set};
    const auto expect = [&](const char* levels, const NetworkMaker& make_network) {
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

std::string dump_of(const PageScenario& scenario, const NetworkMaker& make) {
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "d.vcd").string();
    const FreshKernel kernel;
    waves::WaveDump dump(file, {}, 0, scenario.end - 1);
    dump.show_units(false);
    rtl::NetworkDescription description = scenario.description();
    description.waves = &dump;
    const auto network = make(description);
    ListClient client(scenario.messages, scenario.end);
    network->run(client);
    dump.finish(network->now());
    return folder.read("d.vcd");
}

/// The values that signals of this name take, of whatever input VC.
std::set<std::uint64_t> values_of(const VcdFile& dump, const std::string& name) {
    std::set<std::uint64_t> values;
    for (const auto& [path, signal] : dump.signals()) {
        if (path.substr(path.rfind('.') + 1) == name) {
            for (const VcdFile::Change& change : signal.changes) {
                values.insert(change.value);
            }
        }
    }
    return values;
}

TEST(PageVerilog, DumpsShowHeadersAtBothLevels) {
    PageScenario scenario(172, DrawnMessages::with_multicasts);
    scenario.router.extra_stages = 0;  // as of the set
    const std::vector<cosim::VerilogSet> sets = {cosim::verilog_set_headers_172()};
    const std::string signal = dump_of(scenario, rtl::make_signal_network);
    EXPECT_EQ(signal, dump_of(scenario, [&](const rtl::NetworkDescription& description) {
                  return cosim::make_verilog_network(
                      description, cosim::verilog_router_factory(description, sets), true);
              }));
    const GivenFile written("d.vcd", signal);
    const VcdFile dump(written.path());
    const auto number = [](waves::HeadAction action) { return static_cast<std::uint64_t>(action); };
    using waves::HeadAction;  // no head of this scenario is an error
    EXPECT_THAT(
        values_of(dump, "action"),
        UnorderedElementsAre(number(HeadAction::none), number(HeadAction::pass),
                             number(HeadAction::receive_and_pass),
                             number(HeadAction::receive_and_stop), number(HeadAction::drop)));
    EXPECT_THAT(values_of(dump, "control"), UnorderedElementsAre(0U, 1U, 2U, 3U));
    EXPECT_THAT(values_of(dump, "entry_valid"), UnorderedElementsAre(0U, 1U, 2U, 3U));
    EXPECT_GT(values_of(dump, "entry_1").size(), 4U);
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
