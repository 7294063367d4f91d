#include "rtl_models/cost/router_cost.h"

#include <stdexcept>

namespace flitscope::cost {

Area& Area::operator+=(const Area& other) {
    area += other.area;
    cells += other.cells;
    flip_flops += other.flip_flops;
    return *this;
}

Area operator*(long times, Area each) {
    return {static_cast<double>(times) * each.area, times * each.cells, times * each.flip_flops};
}

Area area_of(const std::map<std::string, int>& cells, const LibertyCells& library) {
    Area sum;
    for (const auto& [cell, count] : cells) {
        const auto known = library.area.find(cell);
        if (known == library.area.end()) {
            throw std::invalid_argument("has no cell for " + cell + " of Yosys");
        }
        sum += count * Area{known->second, 1, library.flip_flops.count(cell) != 0 ? 1 : 0};
    }
    return sum;
}

Area RouterCost::total() const {
    Area sum;
    for (const auto& [unit, area] : units) {
        sum += area;
    }
    return sum;
}

RouterCost router_cost(const std::vector<UnitInstance>& instances,
                       const std::map<std::string, std::map<std::string, int>>& netlists,
                       const LibertyCells& library) {
    RouterCost cost;
    for (const UnitInstance& instance : instances) {
        const Area area = area_of(netlists.at(instance.module), library);
        if (area.cells > 0 && instance.unit != "link") {
            cost.units[instance.unit] += area;
        }
    }
    return cost;
}

}  // namespace flitscope::cost
