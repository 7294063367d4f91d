#include "rtl_models/cost/timing_report.h"

#include <regex>
#include <sstream>
#include <stdexcept>

#include "rtl_models/cost/unit_instances.h"

namespace flitscope::cost {

namespace {

/// A line of the path: the delay of a cell.
struct Step {
    std::string unit;
    double delay;
};

std::string unit_of_cell(const std::string& path) {
    const std::size_t name = path.find_last_of('/');
    return name == std::string::npos ? "" : unit_of(path.substr(0, name));
}

}  // namespace

LongestPath longest_path(const std::string& report) {
    // "   0.0985    0.3394 ^ router_5/core/g_input[2].vc_buffer/_15303_/Y (NOR2X1)"
    static const std::regex pin(R"( +(-?[0-9.]+) +-?[0-9.]+ [\^v] (\S+)/\S+ \(\S+\))");
    static const std::regex setup(R"( +-?([0-9.]+) +-?[0-9.]+ +library setup time)");
    static const std::regex slack(R"( +(-?[0-9.]+) +slack \((?:MET|VIOLATED)\))");
    LongestPath path;
    std::vector<Step> steps;
    std::vector<std::string> cells;
    double setup_time = 0;
    std::istringstream lines(report);
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (std::regex_match(line, match, pin)) {
            const std::string cell = match[2];
            steps.push_back({unit_of_cell(cell), std::stod(match[1])});
            cells.push_back(cell);
        } else if (std::regex_match(line, match, setup)) {
            setup_time = std::stod(match[1]);
        } else if (std::regex_match(line, match, slack)) {
            path.period = kAskedPeriod - std::stod(match[1]);
            break;
        }
    }
    if (path.period == 0) {
        throw std::invalid_argument("there is no path between flip-flops");
    }
    // Lines of a flip-flop: its clock and its output at the start, its input at the end.
    for (std::size_t step = 0; step < steps.size(); ++step) {
        const bool start = step < 2 && cells.size() > 1 && cells[0] == cells[1];
        const bool end = step + 1 == steps.size() && setup_time > 0;
        if (path.parts.empty() || path.parts.back().unit != steps[step].unit) {
            path.parts.push_back({steps[step].unit, 0, 0});
        }
        path.parts.back().delay += steps[step].delay + (end ? setup_time : 0);
        path.parts.back().levels += start || end ? 0 : 1;
        path.levels += start || end ? 0 : 1;
    }
    return path;
}

}  // namespace flitscope::cost
