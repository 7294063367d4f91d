#include "tlm/collectives/plan_metrics.h"

#include <algorithm>
#include <vector>

#include "tlm/collectives/plan_walk.h"

namespace flitscope::tl {

namespace {

using Key = std::uint64_t;

Key channel_key(topo::NodeId from, topo::NodeId to) {
    return static_cast<Key>(from) << 32 | static_cast<Key>(to);
}

void sort_out(std::vector<Key>& keys) {
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

/// Counts different keys in memory for about twice as many.
class KeySet {
public:
    void add(Key key) {
        keys_.push_back(key);
        if (keys_.size() >= limit_) {
            sort_out(keys_);
            limit_ = std::max(limit_, 2 * keys_.size());
        }
    }
    std::int64_t size() {
        sort_out(keys_);
        return static_cast<std::int64_t>(keys_.size());
    }

private:
    std::vector<Key> keys_;
    std::size_t limit_ = std::size_t{1} << 16;
};

std::int64_t most_of_a_kind(std::vector<Key> keys) {
    std::sort(keys.begin(), keys.end());
    std::ptrdiff_t most = 0;
    for (auto run = keys.begin(); run != keys.end();) {
        const auto end = std::upper_bound(run, keys.end(), *run);
        most = std::max(most, end - run);
        run = end;
    }
    return most;
}

}  // namespace

PlanMetrics measure_plan(const topo::Topology& topology, const Plan& plan, CollectiveGoal goal) {
    PlanMetrics metrics;
    KeySet channels;
    PlanWalk walk(topology, plan);
    for (int step = 0; step < plan.steps(); ++step) {
        std::vector<Key> ports;
        for (const PlanMessage& message : plan.step(step)) {
            const HeaderWay& way = walk.follow(message);
            const auto hops = static_cast<std::int64_t>(way.hops());
            metrics.channels_used += hops;
            metrics.longest_path = std::max(metrics.longest_path, hops);
            for (std::size_t i = 0; i + 1 < way.path.size(); ++i) {
                channels.add(channel_key(way.path[i], way.path[i + 1]));
            }
            ports.push_back(channel_key(way.path[0], way.path[1]));
        }
        metrics.port_max = std::max(metrics.port_max, most_of_a_kind(std::move(ports)));
    }
    metrics.distinct_channels = channels.size();
    metrics.startups = goal == CollectiveGoal::broadcast
                           ? plan.steps()
                           : static_cast<std::int64_t>(plan.messages().size());
    return metrics;
}

}  // namespace flitscope::tl
