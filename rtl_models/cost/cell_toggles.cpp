#include "rtl_models/cost/cell_toggles.h"

#include <algorithm>
#include <regex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "waves/vcd_reader.h"

namespace flitscope::cost {

namespace {

/// A wire of the dump, and the cells that drive it: one, unless the dump names wires twice.
struct Wire {
    std::vector<CellToggles*> drivers;
    char value = 'x';
};

/// The scopes behind `top`, without the last `left_out`; empty: it is not among them.
std::string path_below(const std::vector<std::string>& scopes, const std::string& top,
                       std::size_t left_out) {
    std::string path;
    const auto found = std::find(scopes.begin(), scopes.end(), top);
    for (auto scope = found;
         scope != scopes.end() && static_cast<std::size_t>(scopes.end() - scope) > left_out + 1;) {
        ++scope;
        path += (path.empty() ? "" : "/") + *scope;
    }
    return path;
}

void count(Wire& wire, char value) {
    if ((wire.value == '0' && value == '1') || (wire.value == '1' && value == '0')) {
        for (CellToggles* const cell : wire.drivers) {
            ++cell->toggles;
        }
    }
    wire.value = value;
}

}  // namespace

std::set<std::string> output_pins(const std::string& cell_models) {
    static const std::regex output("\\n  output (\\w+);");
    std::set<std::string> pins;
    for (std::sregex_iterator each(cell_models.begin(), cell_models.end(), output), end;
         each != end; ++each) {
        pins.insert((*each)[1]);
    }
    return pins;
}

std::map<std::string, UnitToggles> cell_toggles(const std::string& dump, const std::string& top,
                                                const std::set<std::string>& units,
                                                const std::set<std::string>& outputs) {
    std::map<std::string, UnitToggles> cells;
    std::unordered_map<std::string, Wire> wires;
    waves::VcdReader reader(dump);
    reader.read_header(
        [&](const std::vector<std::string>& scopes, const std::vector<std::string>& words) {
            const std::string unit = path_below(scopes, top, 1);
            if (units.count(unit) != 0 && outputs.count(words[4]) != 0) {
                CellToggles& cell = cells[unit][scopes.back()];
                ++cell.outputs;
                wires[words[3]].drivers.push_back(&cell);
            }
        });
    while (!reader.done()) {
        reader.visit_changes([&](std::string_view value, std::string_view code) {
            const auto wire = wires.find(std::string(code));
            if (wire != wires.end()) {
                count(wire->second, value.back());
            }
        });
    }
    return cells;
}

}  // namespace flitscope::cost
