// The table of docs/measurement.md: how often the printed intervals hold the true mean.
//   interval_coverage_table [--loads 0.1,0.3] [--seeds N] [--first SEED]
// Without --seeds as many runs as the page shows. Exit code 1: a cell lies outside 92.5..97.5 % by
// more than chance, or too few runs print an interval.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include "testbenches/tests/whole/measurement/interval_coverage.h"

namespace flitscope::tb {
namespace {

constexpr std::int64_t kMaxCycles = 20000000;

bool chosen(const char* loads, const std::string& load) {
    return loads == nullptr ||
           ("," + std::string(loads) + ",").find("," + load + ",") != std::string::npos;
}

/// Prints a row; false: not as promised.
bool print_row(const CoveragePoint& point, int first, int seeds) {
    const Coverage coverage =
        measure_coverage(point, first, seeds > 0 ? seeds : point.runs, kMaxCycles);
    std::printf("| %s | %d | %lld |", point.load, coverage.runs,
                static_cast<long long>(coverage.cycles / coverage.runs));
    const double load = std::atof(point.load);
    // Two standard deviations of a share of 95 %, where they are more than those of 1000 runs.
    const double chance = std::max(
        0.0, 2 * std::sqrt(0.05 * 0.95) * (1 / std::sqrt(coverage.runs) - 1 / std::sqrt(1000)));
    const double wanted = load <= 0.3 ? 1 : 0.9;
    bool good = true;
    for (int i = 0; i < 3; ++i) {
        const double printed =
            static_cast<double>(coverage.printed[static_cast<std::size_t>(i)]) / coverage.runs;
        std::printf(" %.1f (%.1f) |", 100 * coverage.share(i), 100 * printed);
        good = good && printed >= wanted && coverage.share(i) >= 0.925 - chance &&
               coverage.share(i) <= 0.975 + chance;
    }
    std::printf("%s\n", good ? "" : " <- not as promised");
    std::fflush(stdout);
    return good;
}

int table(int count, char** words) {
    const char* loads = nullptr;
    int seeds = 0, first = 1;
    for (int i = 1; i < count; i += 2) {
        const bool value = i + 1 < count;
        if (value && std::strcmp(words[i], "--loads") == 0) {
            loads = words[i + 1];
        } else if (value && std::strcmp(words[i], "--seeds") == 0) {
            seeds = std::atoi(words[i + 1]);
        } else if (value && std::strcmp(words[i], "--first") == 0) {
            first = std::atoi(words[i + 1]);
        } else {
            std::fprintf(stderr, "usage: %s [--loads A,B] [--seeds N] [--first SEED]\n", words[0]);
            return 2;
        }
    }
    std::printf(
        "| load | runs | mean cycles | unicast | network | source queue |\n"
        "|---|---|---|---|---|---|\n");
    bool good = true;
    for (const CoveragePoint& point : coverage_points()) {
        if (chosen(loads, point.load)) {
            good = print_row(point, first, seeds) && good;
        }
    }
    return good ? 0 : 1;
}

}  // namespace
}  // namespace flitscope::tb

// libsystemc has a main() of its own, which calls sc_main; ours takes its place.
extern "C" int sc_main(int argc, char** argv) {
    try {
        return flitscope::tb::table(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 1;
    }
}

int main(int argc, char** argv) { return sc_main(argc, argv); }
