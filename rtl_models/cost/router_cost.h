#pragma once

#include <map>
#include <string>
#include <vector>

#include "rtl_models/cost/liberty_cells.h"
#include "rtl_models/cost/timing_report.h"
#include "rtl_models/cost/unit_instances.h"

namespace flitscope::cost {

/// Area in the unit of the library: um2, or gate equivalents with files/gates.lib.
struct Area {
    double area = 0;
    long cells = 0;  ///< flip-flops included
    long flip_flops = 0;

    Area& operator+=(const Area& other);
};
Area operator*(long times, Area each);

/// Of the cells of a netlist. Throws std::invalid_argument for a cell that the library has not: the
/// library has nothing to map it to.
Area area_of(const std::map<std::string, int>& cells, const LibertyCells& library);

/// What a router takes.
struct RouterCost {
    std::map<std::string, Area> units;  ///< by unit, without those that have no cells
    LongestPath longest;

    /// The sum over the units: a router has nothing beside them.
    Area total() const;
};

/// Of these instances; `netlists`: cells by module. Links belong to no router, and are left out.
RouterCost router_cost(const std::vector<UnitInstance>& instances,
                       const std::map<std::string, std::map<std::string, int>>& netlists,
                       const LibertyCells& library);

}  // namespace flitscope::cost
