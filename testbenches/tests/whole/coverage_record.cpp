#include "testbenches/tests/whole/coverage_record.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "topologies/row_file.h"

namespace flitscope::tb {

namespace {

const std::vector<std::string> kColumns = {"load",       "seed",         "cycles",
                                           "unicast",    "unicast_ci",   "network",
                                           "network_ci", "source_queue", "source_queue_ci"};

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

double real(const topo::RowFile& file, const std::string& text) {
    std::size_t read = 0;
    try {
        const double value = std::stod(text, &read);
        if (read == text.size()) {
            return value;
        }
    } catch (const std::logic_error&) {
    }
    file.fail("'" + text + "' is no number");
}

CoverageRun run_of(const topo::RowFile& file, const topo::RowFile::Fields& fields) {
    CoverageRun run;
    run.seed = static_cast<int>(file.number(fields, "seed", 0, INT32_MAX, -1));
    run.cycles = file.number(fields, "cycles", 1, INT64_MAX, 0);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::string name = Coverage::kLatencies[i];
        const auto mean = fields.find(name);
        const auto half_width = fields.find(name + "_ci");
        if (mean == fields.end()) {
            file.fail(name + ": absent");
        }
        run.means[i].mean = real(file, mean->second);
        if (half_width != fields.end()) {
            run.means[i].half_width = real(file, half_width->second);
        }
    }
    return run;
}

}  // namespace

CoverageRecord::CoverageRecord(std::string file) : file_(std::move(file)) {
    if (!std::filesystem::exists(file_)) {
        return;
    }
    topo::RowFile rows(file_, kColumns);
    for (std::string text; rows.next(text);) {
        if (const auto fields = rows.csv(text)) {
            const auto load = fields->find("load");
            rows_.push_back({load == fields->end() ? "" : load->second, run_of(rows, *fields)});
        }
    }
    rows.check_header();
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
            for (const std::string& column : kColumns) {
                stream << (column == kColumns.front() ? "" : ",") << column;
            }
            stream << '\n';
        }
        stream << text_of(point.load, made) << std::endl;
        rows_.push_back({point.load, made});
        checked_.insert(point.load);
        return made;
    }
    if (checked_.insert(point.load).second) {
        const std::string again = text_of(point.load, coverage_run(point, seed, max_cycles));
        const std::string recorded = text_of(point.load, known->run);
        if (again != recorded) {
            throw std::runtime_error(file_ + " is stale: it has\n" + recorded +
                                     "\nand the run gives\n" + again);
        }
    }
    return known->run;
}

}  // namespace flitscope::tb
