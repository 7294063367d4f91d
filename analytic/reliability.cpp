#include "analytic/reliability.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "analytic/solution.h"
#include "common/mix64.h"
#include "topologies/channels.h"

namespace flitscope::analytic {
namespace {

constexpr const char* kReliability = "reliability";
constexpr int kEnumerableElements = 20;

/// Exponential lifetimes of one trial: a function of (seed, trial, number of the element).
class Lifetimes {
public:
    Lifetimes(std::uint64_t seed, std::uint64_t trial)
        : key_(mix64(mix64(seed + kGamma) ^ (kGamma * (trial + 1)))) {}

    double next(double mean) {
        counter_ += kGamma;
        const double uniform =  // (0, 1)
            (static_cast<double>(mix64(key_ + counter_) >> 12) + 0.5) * 0x1p-52;
        return -std::log(uniform) * mean;
    }

private:
    static constexpr std::uint64_t kGamma = 0x9E3779B97F4A7C15U;
    std::uint64_t key_;
    std::uint64_t counter_ = 0;
};

bool is_complete(const std::vector<Edge>& edges, int nodes) {
    std::set<std::pair<topo::NodeId, topo::NodeId>> pairs;
    for (const Edge& edge : edges) {
        pairs.insert(std::minmax(edge.a, edge.b));
    }
    return pairs.size() == static_cast<std::size_t>(nodes) * (nodes - 1) / 2;
}

}  // namespace

/// Draws the lifetimes of all elements and tests the network at each time; keeps its work space
/// between trials.
class Reliability::Trial {
public:
    explicit Trial(const Reliability& model)
        : model_(model),
          component_(model.edges_, model.nodes_, model.parameters_.task_nodes),
          node_death_(model.nodes_),
          edge_death_(model.edges_.size(), INFINITY),
          node_works_(node_death_.size()),
          edge_works_(edge_death_.size()) {}

    /// Adds 1 to the count of every time at which the component is large enough.
    void count(std::uint64_t seed, std::uint64_t trial, const std::vector<double>& hours,
               std::vector<std::int64_t>& counts) {
        draw(seed, trial);
        if (model_.switched_.empty()) {
            const double lifetime = component_(node_death_, edge_death_);
            for (std::size_t k = 0; k < hours.size(); ++k) {
                counts[k] += lifetime > hours[k] ? 1 : 0;
            }
            return;
        }
        // A link that is switched can reach more nodes than before, so there is no single T_I.
        for (std::size_t k = 0; k < hours.size(); ++k) {
            const auto works = [&](double death) { return death > hours[k] ? 1 : 0; };
            std::transform(node_death_.begin(), node_death_.end(), node_works_.begin(), works);
            std::transform(edge_death_.begin(), edge_death_.end(), edge_works_.begin(), works);
            counts[k] +=
                model_.component_of(node_works_, edge_works_) >= model_.parameters_.task_nodes ? 1
                                                                                               : 0;
        }
    }

private:
    void draw(std::uint64_t seed, std::uint64_t trial) {
        const ReliabilityParameters& p = model_.parameters_;
        Lifetimes lifetimes(seed, trial);
        for (int node = 0; node < model_.nodes_; ++node) {
            double& death = node_death_[node];
            death = lifetimes.next(1 / p.node_rate);  // rate 0: infinite
            if (model_.has_spare_[node] != 0) {
                const double second = lifetimes.next(1 / p.node_rate);
                death = p.spare == SpareKind::hot ? std::max(death, second) : death + second;
            }
        }
        if (p.link_rate > 0) {
            for (double& death : edge_death_) {
                death = lifetimes.next(1 / p.link_rate);
            }
        }
    }

    const Reliability& model_;
    ComponentLifetime component_;
    std::vector<double> node_death_;
    std::vector<double> edge_death_;
    std::vector<char> node_works_;
    std::vector<char> edge_works_;
};

Reliability::Reliability(const topo::Topology& topology, const ReliabilityParameters& parameters)
    : parameters_(parameters),
      nodes_(topology.nodes()),
      edges_(edges_of(topology)),
      complete_graph_(is_complete(edges_, nodes_)) {
    const auto& p = parameters_;
    require(p.node_rate >= 0 && p.node_rate <= 1e12, kReliability, "node_rate", p.node_rate,
            "0..1e12");
    require(p.link_rate >= 0 && p.link_rate <= 1e12, kReliability, "link_rate", p.link_rate,
            "0..1e12");
    require(p.task_nodes >= 1 && p.task_nodes <= nodes_, kReliability, "task_nodes", p.task_nodes,
            ("1.." + std::to_string(nodes_) + " (nodes)").c_str());
    const bool own_node = p.spare == SpareKind::own_node;
    for (int node = 0; node < nodes_; ++node) {
        has_spare_.push_back(topology.has_spare(node) && !own_node ? 1 : 0);
    }
    if (own_node) {
        topo::for_each_link(topology, [&](auto node, auto port, const topo::PortPeer& peer) {
            switched_.push_back({topology.own_node_spare(node, port),
                                 topology.own_node_spare(peer.node, peer.port)});
        });
    }
}

/// Size of the largest component, links switched to spares that are nodes themselves.
int Reliability::component_of(const std::vector<char>& node_works,
                              const std::vector<char>& edge_works) const {
    std::vector<Edge> edges = edges_;
    for (std::size_t i = 0; i < switched_.size(); ++i) {
        edges[i].a = node_works[edges[i].a] != 0 ? edges[i].a : switched_[i].a;
        edges[i].b = node_works[edges[i].b] != 0 ? edges[i].b : switched_[i].b;
    }
    return largest_component(edges, node_works, edge_works);
}

void Reliability::check(const std::vector<double>& hours, std::int64_t trials) {
    require(trials >= 1 && trials < (std::int64_t{1} << 32), kReliability, "trials",
            static_cast<double>(trials), "1..4294967295");
    for (const double time : hours) {
        require(time >= 0 && time <= 1e100, kReliability, "hours", time, "0..1e100");
    }
}

std::vector<ReliabilityPoint> Reliability::estimate(const std::vector<double>& hours,
                                                    std::int64_t trials, std::uint64_t seed,
                                                    int threads) const {
    check(hours, trials);
    require(threads >= 0 && threads <= 1024, kReliability, "threads", threads, "0..1024");
    if (threads == 0) {
        threads = std::max(1U, std::thread::hardware_concurrency());
    }
    // Each thread counts survivors on its own: sums of integers do not depend on the division.
    std::vector<std::vector<std::int64_t>> survivors(threads,
                                                     std::vector<std::int64_t>(hours.size(), 0));
    std::vector<std::thread> workers;
    for (int worker = 0; worker < threads; ++worker) {
        workers.emplace_back([&, worker] {
            Trial trial(*this);
            std::vector<std::int64_t> counts(hours.size(), 0);
            for (std::int64_t i = worker; i < trials; i += threads) {
                trial.count(seed, static_cast<std::uint64_t>(i), hours, counts);
            }
            survivors[worker] = std::move(counts);
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    std::vector<ReliabilityPoint> points;
    for (std::size_t k = 0; k < hours.size(); ++k) {
        std::int64_t count = 0;
        for (const auto& counts : survivors) {
            count += counts[k];
        }
        points.push_back(wilson_interval(hours[k], count, trials));
    }
    return points;
}

double Reliability::position_survival(topo::NodeId node, double hours) const {
    const double expected = parameters_.node_rate * hours;
    if (has_spare_[node] == 0) {
        return std::exp(-expected);
    }
    if (parameters_.spare == SpareKind::cold) {
        return std::exp(-expected) * (1 + expected);
    }
    const double dead = -std::expm1(-expected);
    return (1 - dead) * (1 + dead);
}

std::optional<double> Reliability::exact(double hours) const {
    require(hours >= 0 && hours <= 1e100, kReliability, "hours", hours, "0..1e100");
    if (parameters_.link_rate == 0 && complete_graph_) {
        return exact_without_link_failures(hours);
    }
    const std::size_t failing =
        (parameters_.node_rate > 0 ? nodes_ : 0) + (parameters_.link_rate > 0 ? edges_.size() : 0);
    if (failing <= kEnumerableElements) {
        return exact_over_states(hours);
    }
    return std::nullopt;
}

/// Any working nodes of a complete graph are connected, so only their number counts.
double Reliability::exact_without_link_failures(double hours) const {
    std::vector<double> working(nodes_ + 1, 0.0);  // probability of so many working nodes
    working[0] = 1;
    for (int node = 0; node < nodes_; ++node) {
        const double survival = position_survival(node, hours);
        for (int count = node + 1; count > 0; --count) {
            working[count] = working[count] * (1 - survival) + working[count - 1] * survival;
        }
        working[0] *= 1 - survival;
    }
    double sum = 0;
    for (int count = nodes_; count >= parameters_.task_nodes; --count) {
        sum += working[count];
    }
    return std::min(sum, 1.0);
}

double Reliability::exact_over_states(double hours) const {
    std::vector<double> survival;  // of the elements that can fail: nodes first
    for (int node = 0; parameters_.node_rate > 0 && node < nodes_; ++node) {
        survival.push_back(position_survival(node, hours));
    }
    const std::size_t failing_nodes = survival.size();
    if (parameters_.link_rate > 0) {
        survival.insert(survival.end(), edges_.size(), std::exp(-parameters_.link_rate * hours));
    }
    std::vector<char> node_works(nodes_, 1);
    std::vector<char> edge_works(edges_.size(), 1);
    double sum = 0;
    for (std::uint32_t state = 0; state < (1U << survival.size()); ++state) {
        double probability = 1;
        for (std::size_t i = 0; i < survival.size(); ++i) {
            const char works = static_cast<char>((state >> i) & 1U);
            probability *= works != 0 ? survival[i] : 1 - survival[i];
            (i < failing_nodes ? node_works[i] : edge_works[i - failing_nodes]) = works;
        }
        if (component_of(node_works, edge_works) >= parameters_.task_nodes) {
            sum += probability;
        }
    }
    return std::min(sum, 1.0);
}

ReliabilityPoint wilson_interval(double hours, std::int64_t successes, std::int64_t trials) {
    const double z = boost::math::quantile(boost::math::normal(), 0.975);
    const double n = static_cast<double>(trials);
    const double p = static_cast<double>(successes) / n;
    const double scale = 1 / (1 + z * z / n);
    const double centre = (p + z * z / (2 * n)) * scale;
    const double half = z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n)) * scale;
    return {hours, p, successes == 0 ? 0.0 : centre - half,
            successes == trials ? 1.0 : centre + half};
}

}  // namespace flitscope::analytic
