#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flitscope::tb {

/// A load of examples/router_typical.yaml with the mean latencies of runs of millions of cycles, on
/// its 8x8 mesh or another one.
struct CoveragePoint {
    const char* load;  ///< flits/node/cycle
    double truth[3];   ///< cycles: unicast, network, source queue
    int runs = 0;      ///< of the documented table
    const char* mesh = "[8, 8]";
    std::vector<std::string> settings = {};  ///< more of them, `KEY=VALUE`
};

/// The points of docs/measurement.md; saturation is at 0.397.
const std::vector<CoveragePoint>& coverage_points();
/// A 4x4 mesh at nine tenths of what it accepts: waits at the sources come in rare bursts there,
/// as they do on the 8x8 mesh at 0.37, and a run takes a quarter of the time.
const CoveragePoint& congested_small_mesh();

/// 4x4 meshes with a hotspot, uniform traffic, on-off sources, and requests and replies.
const std::vector<CoveragePoint>& traffic_points();

/// A mean latency of a run in cycles, and half of its interval where one was printed.
struct CoverageMean {
    double mean = 0;
    std::optional<double> half_width;
};

/// A run of a point: unicast, network, source queue.
struct CoverageRun {
    int seed = 0;
    std::int64_t cycles = 0;
    std::array<CoverageMean, 3> means;
};

/// How often the intervals printed by runs hold the true mean, and how far off their means are.
struct Coverage {
    static constexpr const char* kLatencies[3] = {"unicast", "network", "source_queue"};

    int runs = 0;
    std::int64_t cycles = 0;  ///< simulated, of all runs
    std::array<int, 3> printed{}, held{};
    double errors = 0, squares = 0;  ///< sums, of the unicast means
    int below = 0, above = 0;        ///< unicast intervals that lie so

    void add(const CoverageRun& run, const CoveragePoint& point);
    double share(int latency) const {  ///< of the intervals printed
        const auto i = static_cast<std::size_t>(latency);
        return printed[i] > 0 ? static_cast<double>(held[i]) / printed[i] : 0;
    }
    /// Mean error of the unicast means in standard errors of this mean.
    double lean() const;
};

/// Runs the point at level fast.
CoverageRun coverage_run(const CoveragePoint& point, int seed, std::int64_t max_cycles);
/// ... with seeds first..first+count-1.
Coverage measure_coverage(const CoveragePoint& point, int first, int count,
                          std::int64_t max_cycles);

}  // namespace flitscope::tb
