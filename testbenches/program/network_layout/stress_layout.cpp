#include "testbenches/program/network_layout/stress_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "topologies/graph_search.h"

namespace flitscope::tb {

namespace {

using Place = NetworkLayout::Place;
using Matrix = std::vector<std::vector<double>>;

/// Hops from each node to each.
Matrix all_hops(const topo::Topology& topology) {
    const topo::Neighbours neighbours(topology);
    Matrix hops;
    for (topo::NodeId from = 0; from < topology.routers(); ++from) {
        const topo::GraphSearch search = topo::search_from(neighbours, from);
        hops.emplace_back(search.hops.begin(), search.hops.end());
    }
    return hops;
}

/// The squares of the hops with the means of rows, columns and all taken away, times -1/2: products
/// of the places, if there were places with these distances.
Matrix products(const Matrix& hops) {
    const auto nodes = static_cast<double>(hops.size());
    Matrix products = hops;
    std::vector<double> mean;
    for (std::vector<double>& row : products) {
        std::transform(row.begin(), row.end(), row.begin(), [](double d) { return d * d; });
        mean.push_back(std::accumulate(row.begin(), row.end(), 0.0) / nodes);
    }
    const double all = std::accumulate(mean.begin(), mean.end(), 0.0) / nodes;
    for (std::size_t a = 0; a < hops.size(); ++a) {
        for (std::size_t b = 0; b < hops.size(); ++b) {
            products[a][b] = -0.5 * (products[a][b] - mean[a] - mean[b] + all);
        }
    }
    return products;
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// The eigenvector of the largest eigenvalue, perpendicular to `other` of length 1, by powers of
/// the matrix; as long as the root of the eigenvalue.
std::vector<double> direction(const Matrix& matrix, const std::vector<double>& other) {
    std::vector<double> vector;
    for (std::size_t i = 0; i < matrix.size(); ++i) {
        vector.push_back(std::sin(1.0 + static_cast<double>(i)));  // no symmetry
    }
    double value = 0;
    for (int step = 0; step < 100; ++step) {
        const double along = other.empty() ? 0 : product(vector, other);
        for (std::size_t i = 0; i < vector.size() && !other.empty(); ++i) {
            vector[i] -= along * other[i];
        }
        const double length = std::max(1e-12, std::sqrt(product(vector, vector)));
        std::vector<double> next;
        for (double& each : vector) {
            each /= length;
        }
        for (const std::vector<double>& row : matrix) {
            next.push_back(product(row, vector));
        }
        value = product(vector, next);
        vector = step == 99 ? vector : next;
    }
    for (double& each : vector) {
        each *= std::sqrt(std::max(0.0, value));
    }
    return vector;
}

/// Classical scaling. Twins, which hops do not tell apart, are moved a little.
std::vector<Place> scaled(const Matrix& hops) {
    const Matrix matrix = products(hops);
    const std::vector<double> x = direction(matrix, {});
    std::vector<double> unit = x;
    const double length = std::max(1e-12, std::sqrt(product(x, x)));
    for (double& each : unit) {
        each /= length;
    }
    const std::vector<double> y = direction(matrix, unit);
    std::vector<Place> places;
    for (std::size_t i = 0; i < hops.size(); ++i) {
        constexpr double kLittle = 0.05, kTurn = 2.4;  // own choice
        const double angle = kTurn * static_cast<double>(i);
        places.push_back({x[i] + kLittle * std::cos(angle), y[i] + kLittle * std::sin(angle)});
    }
    return places;
}

/// Where the others want a node: each in its direction, as many hops away, near ones most.
Place wanted(std::size_t node, const Matrix& hops, const std::vector<Place>& places) {
    double x = 0, y = 0, sum = 0;
    for (std::size_t other = 0; other < places.size(); ++other) {
        const double away = hops[node][other];
        if (other != node) {
            const double weight = 1 / (away * away);
            const double dx = places[node].x - places[other].x;
            const double dy = places[node].y - places[other].y;
            const double stretch = away / std::max(1e-9, std::hypot(dx, dy));
            x += weight * (places[other].x + stretch * dx);
            y += weight * (places[other].y + stretch * dy);
            sum += weight;
        }
    }
    return sum == 0 ? places[node] : Place{x / sum, y / sum};
}

}  // namespace

std::vector<Place> stress_places(const topo::Topology& topology) {
    constexpr int kMostSteps = 300;
    constexpr double kPairs = 1e8;  // two seconds
    const Matrix hops = all_hops(topology);
    const auto nodes = static_cast<double>(hops.size());
    const int steps = std::min(kMostSteps, static_cast<int>(kPairs / (nodes * nodes)));
    std::vector<Place> places = scaled(hops);
    for (int step = 0; step < steps; ++step) {
        std::vector<Place> next;
        for (std::size_t node = 0; node < places.size(); ++node) {
            next.push_back(wanted(node, hops, places));
        }
        places = std::move(next);
    }
    return places;
}

}  // namespace flitscope::tb
