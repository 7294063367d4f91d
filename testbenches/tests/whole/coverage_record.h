#pragma once

#include <set>
#include <string>
#include <vector>

#include "testbenches/tests/whole/interval_coverage.h"

namespace flitscope::tb {

/// Runs of coverage points in a CSV file, a row each: load, seed, cycles, and of each latency the
/// mean and half of its interval (`..._ci`), empty where none was printed.
class CoverageRecord {
public:
    /// A file that is not there is made by the first run. Throws topo::OptionError, with the line,
    /// for a row that cannot be read.
    explicit CoverageRecord(std::string file);

    /// Those of the recorded runs of a load.
    std::vector<int> seeds(const std::string& load) const;

    /// The recorded run, or a new one, which is appended. The first recorded run of a load that is
    /// asked for is made again: throws std::runtime_error where it comes out otherwise.
    CoverageRun run(const CoveragePoint& point, int seed, std::int64_t max_cycles);

private:
    struct Row {
        std::string load;
        CoverageRun run;
    };

    std::string file_;
    std::vector<Row> rows_;
    std::set<std::string> checked_;  ///< loads
};

}  // namespace flitscope::tb
