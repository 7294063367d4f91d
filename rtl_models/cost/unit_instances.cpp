#include "rtl_models/cost/unit_instances.h"

#include <map>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace flitscope::cost {

namespace {

constexpr const char* kTop = "\\looped_router";

/// [module]: the cells in it, type and name.
using Cells = std::map<std::string, std::vector<std::pair<std::string, std::string>>>;

Cells cells_of(const std::string& rtlil) {
    Cells cells;
    std::string module;
    std::istringstream lines(rtlil);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        std::string type;
        std::string name;
        words >> word >> type >> name;
        if (word == "module") {
            module = type;
            cells[module];
        } else if (word == "cell") {
            cells[module].emplace_back(type, name);
        }
    }
    return cells;
}

void collect(const Cells& cells, const std::string& module, const std::string& path,
             std::vector<UnitInstance>& units) {
    for (const auto& [type, name] : cells.at(module)) {
        const std::string inside = path + (path.empty() ? "" : "/") + name.substr(1);
        if (cells.count(type) != 0) {
            collect(cells, type, inside, units);
        } else if (type[0] == '\\' || type.rfind("$paramod", 0) == 0) {
            units.push_back({unit_of(inside), inside, type});
        } else {
            throw std::logic_error("the router has a " + type + " beside its units: " + inside);
        }
    }
}

}  // namespace

std::string unit_of(const std::string& path) {
    const std::size_t start = path.find_last_of("/.");
    const std::string name = start == std::string::npos ? path : path.substr(start + 1);
    return name.rfind("link_", 0) == 0 ? "link" : name;
}

std::vector<UnitInstance> unit_instances(const std::string& rtlil) {
    std::vector<UnitInstance> units;
    collect(cells_of(rtlil), kTop, "", units);
    return units;
}

}  // namespace flitscope::cost
