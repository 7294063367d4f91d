#include "rtl_models/foreign/port_map.h"

#include <gtest/gtest.h>

#include "topologies/registry.h"

namespace flitscope::cosim {
namespace {

DevicePort direction(int dimension, bool positive) {
    DevicePort port;
    port.kind = DevicePort::Kind::direction;
    port.number = dimension;
    port.positive = positive;
    return port;
}
DevicePort numbered(int number) {
    DevicePort port;
    port.number = number;
    return port;
}
DevicePort local() {
    DevicePort port;
    port.kind = DevicePort::Kind::local;
    return port;
}

std::unique_ptr<topo::Topology> mesh(std::vector<std::int64_t> size) {
    return topo::make_topology("mesh", {{"size", std::move(size)}});
}

TEST(PortMap, FindsTheChannelOfEveryDirection) {
    for (const auto& size : {std::vector<std::int64_t>{4, 4}, {2, 3, 4}, {5}, {1, 6}}) {
        const auto topology = mesh(size);
        for (int dimension = 0; dimension < static_cast<int>(size.size()); ++dimension) {
            for (const bool positive : {false, true}) {
                const int port = port_of_direction(*topology, dimension, positive);
                if (size[static_cast<std::size_t>(dimension)] == 1) {
                    EXPECT_EQ(port, -1);
                    continue;
                }
                ASSERT_GE(port, 0);
                // Wherever the port is connected, it leads that way.
                for (topo::NodeId node = 0; node < topology->nodes(); ++node) {
                    const topo::PortPeer peer = topology->peer(node, port);
                    if (peer.connected()) {
                        const auto at = static_cast<std::size_t>(dimension);
                        EXPECT_EQ(
                            topology->coordinates(peer.node)[at] - topology->coordinates(node)[at],
                            positive ? 1 : -1);
                    }
                }
            }
        }
        EXPECT_EQ(port_of_direction(*topology, 7, true), -1);
    }
}

TEST(PortMap, KeepsTheDevicesOrder) {
    DeviceDescription description;
    description.ports = {local(), direction(1, false), direction(0, true), direction(1, true),
                         direction(0, false)};
    const auto topology = mesh({4, 4});
    const PortMap map(description, *topology);
    EXPECT_EQ(map.local_port(), 0);
    EXPECT_EQ(map.device_port(port_of_direction(*topology, 1, false)), 1);
    EXPECT_EQ(map.device_port(port_of_direction(*topology, 0, true)), 2);
    EXPECT_EQ(map.device_port(port_of_direction(*topology, 1, true)), 3);
    EXPECT_EQ(map.device_port(port_of_direction(*topology, 0, false)), 4);
}

TEST(PortMap, TakesNumbersOnTopologiesWithoutDirections) {
    DeviceDescription description;
    description.ports = {numbered(2), numbered(0), numbered(1), local()};
    const auto cube = topo::make_topology("hypercube", {{"dimensions", std::int64_t{3}}});
    const PortMap map(description, *cube);
    EXPECT_EQ(map.device_port(0), 1);
    EXPECT_EQ(map.device_port(1), 2);
    EXPECT_EQ(map.device_port(2), 0);
    EXPECT_EQ(map.local_port(), 3);
}

TEST(PortMap, RefusesTheSameChannelTwice) {
    DeviceDescription description;
    description.ports = {direction(0, true), numbered(0), direction(0, false), local()};
    EXPECT_THROW(PortMap(description, *mesh({4})), DescriptionError);
}

}  // namespace
}  // namespace flitscope::cosim
