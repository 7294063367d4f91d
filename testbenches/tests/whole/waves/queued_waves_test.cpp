// A dump of routers with queued outputs, cycle by cycle as docs/router.md, section 10, has it.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "rtl_models/signal/signal_network.h"
#include "rtl_models/waves/wave_dump.h"
#include "testbenches/drive/run/fresh_kernel.h"
#include "testbenches/tests/support/scripted_client.h"
#include "testbenches/tests/support/temporary_folder.h"
#include "testbenches/tests/support/wave_files/vcd_reader.h"
#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {
namespace {

rtl::Message message(rtl::MessageId id, std::uint32_t length, rtl::Cycle edge) {
    rtl::Message message;
    message.id = id;
    message.source = 0;
    message.destination = 1;
    message.length = length;
    message.generated = edge;
    return message;
}

TEST(QueuedWaves, ShowQueuesAndWires) {
    const FreshKernel kernel;
    const TemporaryFolder folder;
    const std::string file = (folder.path() / "run.vcd").string();
    const auto topology = topo::make_topology("hypercube", {{"dimensions", std::int64_t{1}}});
    const auto routing = topo::make_routing("ecube", *topology, {});
    rtl::NetworkDescription description;
    description.topology = topology.get();
    description.routing = routing.get();
    description.router.organisation = rtl::Organisation::output_queued;
    description.router.switching = rtl::Switching::store_and_forward;
    description.links = {{1, 2}};
    waves::WaveDump waves(file, {}, 0, 14);
    description.waves = &waves;
    // The first is served in cycles 2..7, its flits are on the wire in 3, 5 and 7; the second waits
    // for it and is served in 8 and 9. The far end of the wire is a cycle later.
    rtl::Message own = message(2, 4, 3);
    own.destination = 0;
    ScriptedClient client({message(0, 3, 2), message(1, 1, 3), own});
    const auto network = rtl::make_signal_network(description);
    network->run(client);
    ASSERT_EQ(client.deliveries.size(), 3U);
    EXPECT_EQ(client.deliveries[1].delivered, 2 + 3 * 2 + 1);
    EXPECT_EQ(client.deliveries[2].delivered, 8 + 1 * 2 + 1);
    const rtl::Delivery& to_itself = client.deliveries[0];
    EXPECT_EQ(to_itself.message.id, 2U);
    EXPECT_EQ(to_itself.hops, 0);
    EXPECT_EQ(to_itself.injected, 3);
    EXPECT_EQ(to_itself.arrived, 3);
    EXPECT_EQ(to_itself.departed, 4);
    EXPECT_EQ(to_itself.delivered, 4);
    waves.finish(network->now());

    const VcdFile dump(file);
    const auto shown = [&](const std::string& name) {
        std::string values;
        for (rtl::Cycle cycle = 0; cycle < 11; ++cycle) {
            values += std::to_string(dump.value(name, cycle * 1000).value());
        }
        return values;
    };
    EXPECT_EQ(shown("router_0.output_0.messages_q"), "00122222110");
    EXPECT_EQ(shown("router_0.output_0.serving_q"), "00111111110");
    EXPECT_EQ(shown("router_0.output_0.flit_o_valid"), "00010101010");
    EXPECT_EQ(shown("router_1.input_0.flit_i_valid"), "00001010101");
    EXPECT_EQ(dump.value("router_0.output_0.flit_o_index", 7000).value(), 2U);
    EXPECT_EQ(dump.value("router_0.output_0.flit_o_message", 9000).value(), 1U);
    EXPECT_EQ(dump.signals().count("router_0.switch_allocator.grant_0"), 0U);
}

}  // namespace
}  // namespace flitscope::tb
