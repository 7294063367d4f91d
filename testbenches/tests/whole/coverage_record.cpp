#include "testbenches/tests/whole/coverage_record.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace flitscope::tb {

namespace {

const char* const kHeader =
    "load,seed,cycles,unicast,half_width,network,half_width,source_queue,half_width";

std::string text_of(const std::string& load, const CoverageRun& run) {
    std::ostringstream text;
    text.precision(9);
    text << load << ',' << run.seed << ',' << run.cycles;
    for (const CoverageMean& latency : run.means) {
        text << ',' << latency.mean << ',';
        if (latency.half_width) {
            text << *latency.half_width;
        }
    }
    return text.str();
}

/// Cells of a row; std::getline alone would leave out an empty one at the end.
std::vector<std::string> cells_of(const std::string& row) {
    std::vector<std::string> cells;
    std::istringstream stream(row + ',');
    for (std::string cell; std::getline(stream, cell, ',');) {
        cells.push_back(cell);
    }
    return cells;
}

}  // namespace

CoverageRecord::CoverageRecord(std::string file) : file_(std::move(file)) {
    std::ifstream stream(file_);
    int line = 0;
    for (std::string text; std::getline(stream, text);) {
        ++line;
        const std::vector<std::string> cells = cells_of(text);
        try {
            if (line == 1 ? text != kHeader : cells.size() != 9) {
                throw std::invalid_argument(text);
            }
            if (line > 1) {
                Row row = {cells[0], {std::stoi(cells[1]), std::stoll(cells[2]), {}}, text};
                for (std::size_t i = 0; i < 3; ++i) {
                    CoverageMean& latency = row.run.means[i];
                    latency.mean = std::stod(cells[3 + 2 * i]);
                    if (!cells[4 + 2 * i].empty()) {
                        latency.half_width = std::stod(cells[4 + 2 * i]);
                    }
                }
                rows_.push_back(std::move(row));
            }
        } catch (const std::logic_error&) {
            throw std::runtime_error(file_ + ": line " + std::to_string(line) + ": '" + text +
                                     "' is no row of " + kHeader);
        }
    }
}

std::vector<int> CoverageRecord::seeds(const std::string& load) const {
    std::vector<int> all;
    for (const Row& row : rows_) {
        if (row.load == load) {
            all.push_back(row.run.seed);
        }
    }
    return all;
}

CoverageRun CoverageRecord::run(const CoveragePoint& point, int seed, std::int64_t max_cycles) {
    const auto known = std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) {
        return row.load == point.load && row.run.seed == seed;
    });
    if (known == rows_.end()) {
        const CoverageRun made = coverage_run(point, seed, max_cycles);
        std::ofstream stream(file_, std::ios::app);
        if (stream.tellp() == 0) {
            stream << kHeader << '\n';
        }
        stream << text_of(point.load, made) << std::endl;
        rows_.push_back({point.load, made, text_of(point.load, made)});
        checked_.insert(point.load);
        return made;
    }
    if (checked_.insert(point.load).second) {
        const std::string again = text_of(point.load, coverage_run(point, seed, max_cycles));
        if (again != known->text) {
            throw std::runtime_error(file_ + " is stale: it has\n" + known->text +
                                     "\nand the run gives\n" + again);
        }
    }
    return known->run;
}

}  // namespace flitscope::tb
