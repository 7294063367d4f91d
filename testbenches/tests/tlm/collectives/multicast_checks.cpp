#include "testbenches/tests/tlm/collectives/multicast_checks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "topologies/hamiltonian_labels.h"

namespace flitscope::tl {

PlanRequest by_labels(const topo::Mesh& mesh, int source, const std::vector<int>& destinations) {
    const topo::HamiltonianLabels labels(mesh, "test", "");
    PlanRequest request;
    request.source = labels.node(source);
    for (const int label : destinations) {
        request.destinations.push_back(labels.node(label));
    }
    return request;
}

const std::vector<int>& paper_destinations() {
    static const std::vector<int> labels{0,  3,  5,  9,  11, 15, 17, 19, 21, 23, 28,
                                         31, 35, 38, 40, 42, 50, 54, 56, 59, 61};
    return labels;
}

std::string figures(const topo::Topology& topology, const Plan& plan, CollectiveGoal goal) {
    const PlanMetrics metrics = measure_plan(topology, plan, goal);
    return std::to_string(metrics.startups) + " start-ups, " +
           std::to_string(metrics.channels_used) + " channels, " +
           std::to_string(metrics.distinct_channels) + " different, longest " +
           std::to_string(metrics.longest_path) + ", " + std::to_string(metrics.port_max) +
           " on a port";
}

namespace {

std::string text_of(const std::vector<PathReference::Message>& messages) {
    std::string text;
    for (const PathReference::Message& message : messages) {
        text += "to";
        for (const int label : message.list) {
            text += " " + std::to_string(label);
        }
        text += " over";
        for (const int label : message.path) {
            text += " " + std::to_string(label);
        }
        text += "\n";
    }
    return text;
}

std::string text_of(const topo::Topology& mesh, const Plan& plan) {
    const auto all_lists = lists(plan, as_label(mesh));
    const auto all_paths = paths(mesh, plan, as_label(mesh));
    std::string text;
    for (std::size_t i = 0; i < all_lists.size(); ++i) {
        text += "to " + all_lists[i] + " over " + all_paths[i] + "\n";
    }
    return text;
}

}  // namespace

void expect_like_reference(const std::string& algorithm, Reference reference,
                           const ReferenceRange& range) {
    std::mt19937 random(1);
    const auto draw = [&](int low, int high) {
        return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
    };
    for (int i = 0; i < 300; ++i) {
        const int columns = draw(1, 6);
        const int rows = draw(columns == 1 ? 2 : 1, 6);
        const bool flat = range.flat || draw(0, 2) == 0;
        const int layers = flat ? 1 : draw(1, 5);
        const topo::Mesh mesh(flat ? std::vector<std::int64_t>{columns, rows}
                                   : std::vector<std::int64_t>{columns, rows, layers});
        std::vector<int> labels(static_cast<std::size_t>(mesh.nodes()));
        std::iota(labels.begin(), labels.end(), 0);
        std::shuffle(labels.begin(), labels.end(), random);
        labels.resize(static_cast<std::size_t>(draw(2, mesh.nodes())));
        const int source = labels.back();
        labels.pop_back();
        const PlanRequest request = by_labels(mesh, source, labels);
        const Plan plan = plan_of(mesh, algorithm, request);
        const PathReference written(columns, rows, layers);
        ASSERT_EQ(text_of(mesh, plan), text_of((written.*reference)(source, labels)))
            << mesh.node_name(mesh.nodes() - 1) << " from label " << source;
        const PlanChecks checks(mesh, plan);
        checks.expect_delivers({request.destinations.begin(), request.destinations.end()});
        if (range.by_label) {
            checks.expect_monotone_lists();
        }
        const PlanMetrics metrics = measure_plan(mesh, plan, CollectiveGoal::multicast);
        EXPECT_EQ(plan.steps(), 1);
        EXPECT_EQ(metrics.startups, static_cast<std::int64_t>(plan.messages().size()));
        if (range.one_per_port) {
            EXPECT_EQ(metrics.port_max, 1);
        }
    }
}

}  // namespace flitscope::tl
