#include "tlm/collectives/line_broadcast.h"

#include "topologies/routing/dimension_order.h"

namespace flitscope::tl {

namespace {

struct LineSend {
    int from;
    int to;
};

/// What is sent in each step.
std::vector<std::vector<LineSend>> schedule(int size, int holder, int steps, LineSplit split) {
    std::vector<std::vector<LineSend>> sends;
    std::vector<LineSegment> segments{{0, size, holder}};
    for (int left = steps; left > 0; --left) {
        sends.emplace_back();
        std::vector<LineSegment> parts;
        for (const LineSegment& segment : segments) {
            const std::size_t first = parts.size();
            split(segment, left, parts);
            for (std::size_t i = first; i < parts.size(); ++i) {
                if (parts[i].holder != segment.holder) {
                    sends.back().push_back({segment.holder, parts[i].holder});
                }
            }
        }
        segments = std::move(parts);
    }
    return sends;
}

}  // namespace

void write_row_then_columns(const topo::Mesh& mesh, int (*steps_of)(int size, int holder),
                            LineSplit split, PlanBuilder& plan) {
    const int columns = mesh.size(0);
    const int column = mesh.coordinate(plan.source(), 0);
    const int row = mesh.coordinate(plan.source(), 1);
    plan.route_by(std::make_shared<topo::DimensionOrder>(mesh));
    for (const auto& step : schedule(columns, column, steps_of(columns, column), split)) {
        for (const LineSend& each : step) {
            plan.send(each.from + columns * row, each.to + columns * row);
        }
        plan.next_step();
    }
    for (const auto& step : schedule(mesh.size(1), row, steps_of(mesh.size(1), row), split)) {
        for (int x = 0; x < columns; ++x) {
            for (const LineSend& each : step) {
                plan.send(x + columns * each.from, x + columns * each.to);
            }
        }
        plan.next_step();
    }
}

}  // namespace flitscope::tl
