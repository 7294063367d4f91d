#include "testbenches/benchmarks/operating_points.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>

#include "topologies/registry.h"
#include "topologies/routing/routing_registry.h"

namespace flitscope::tb {

namespace {

OperatingPoint mesh(const std::string& name, std::int64_t side, double load) {
    OperatingPoint point;
    point.name = name;
    point.topology = "mesh";
    point.options = {{"size", std::vector<std::int64_t>{side, side}}};
    point.load = load;
    return point;
}

OperatingPoint cube(std::int64_t dimensions, int vcs, int length, double load) {
    OperatingPoint point;
    point.name = std::to_string(dimensions) + "-cube";
    point.topology = "hypercube";
    point.options = {{"dimensions", dimensions}};
    point.virtual_channels = vcs;
    point.length = length;
    point.load = load;
    return point;
}

OperatingPoint papers_router(OperatingPoint point) {
    point.name += "/pipeline_1_all_ports";
    point.pipeline = 1;
    point.ports = rtl::kAll;
    return point;
}

}  // namespace

const std::vector<OperatingPoint>& operating_points() {
    static const std::vector<OperatingPoint> points = {
        mesh("mesh_8x8/load_0.001", 8, 0.001),
        mesh("mesh_8x8/load_0.05", 8, 0.05),
        mesh("mesh_8x8/load_0.2", 8, 0.2),
        mesh("mesh_8x8/load_0.35", 8, 0.35),
        mesh("mesh_32x32/load_0.05", 32, 0.05),
        cube(6, 3, 32, 0.31),
        cube(8, 4, 64, 0.3),
        cube(10, 1, 200, 0.1),
        papers_router(mesh("mesh_8x8/load_0.2", 8, 0.2)),
        papers_router(cube(6, 3, 32, 0.31)),
    };
    return points;
}

OperatingPoint twenty_cube() {
    OperatingPoint point = cube(20, 1, 8, 0.01);
    point.buffer_flits = 4;
    return point;
}

PointRun::PointRun(const OperatingPoint& point, const MakeNetwork& make)
    : topology_(topo::make_topology(point.topology, point.options)) {
    const topo::TopologyEntry& entry = topo::find_topology(point.topology);
    routing_ = topo::make_routing(entry.default_routing, *topology_, {});
    rtl::NetworkDescription description;
    description.topology = topology_.get();
    description.routing = routing_.get();
    description.router.virtual_channels = point.virtual_channels;
    description.router.buffer_flits = point.buffer_flits;
    description.router.pipeline = point.pipeline;
    description.router.injection_ports = point.ports;
    description.router.ejection_ports = point.ports;
    description.links.assign(topology_->link_classes().size(), {0, 1});
    const auto start = std::chrono::steady_clock::now();
    network_ = make(description);
    elaboration_seconds_ =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    TrafficConfig traffic;
    traffic.length.options = {{"mean", std::int64_t{point.length}}};
    traffic.rate = point.load / point.length;
    source_ = std::make_unique<MessageSource>(traffic, *topology_, 1);
}

void PointRun::run(rtl::Cycle cycles) {
    end_ += cycles;
    network_->run(*this, end_);
}

rtl::Cycle PointRun::next_edge() const { return source_->next_edge(); }

bool PointRun::at_edge(rtl::Cycle edge, rtl::Network& network) {
    for (const rtl::Message& message : source_->messages_at(edge)) {
        network.offer(message);
    }
    return true;
}

void PointRun::delivered(const rtl::Delivery& delivery) {
    latency_sum_ += delivery.delivered - delivery.message.generated;
}

double peak_memory_mb() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace flitscope::tb
