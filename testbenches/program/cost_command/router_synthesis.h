#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/cost/router_cost.h"
#include "rtl_models/export/exported_network.h"
#include "testbenches/program/cost_command/cell_library.h"
#include "testbenches/program/cost_command/cost_cache.h"
#include "testbenches/program/cost_command/tool_folder.h"

namespace flitscope::tb {

/// The programs that say what a router costs.
struct SynthesisTools {
    std::string yosys;  ///< versions
    std::string opensta;
};

/// The netlist of a router, in a folder with library.lib: looped_router, the router in it and what
/// is between the router and its units in structure.v, and a file NAME.v for each netlist of a
/// unit.
struct RouterNetlist {
    std::unique_ptr<ToolFolder> folder;
    std::vector<cost::UnitInstance> instances;
    std::map<std::string, std::string> names;                 ///< of netlists of units, by module
    std::map<std::string, std::map<std::string, int>> cells;  ///< of units, by module
};

/// Synthesises routers, unit by unit (docs/cost.md): Yosys maps every unit to the library, once for
/// each set of parameters, and OpenSTA finds the longest path of the router made of them. The
/// netlist of a unit is kept as UNIT-HASH.v in the cache, its ports as in rtl_models/verilog.
class RouterSynthesis {
public:
    /// Throws UsageError, which names the package, if a tool is missing. `interrupt`: ends what is
    /// running.
    RouterSynthesis(CellLibrary library, const InterruptSignal& interrupt);

    const SynthesisTools& tools() const { return tools_; }
    const CellLibrary& cell_library() const { return library_; }

    /// Throws UsageError for a library that has no cells for a unit, and where a tool fails, with
    /// the end of what it said.
    cost::RouterCost cost_of(const exported::ExportedNetwork& network, topo::RouterId router) const;
    /// The same of the netlist.
    RouterNetlist netlist_of(const exported::ExportedNetwork& network, topo::RouterId router) const;

private:
    struct Elaboration;

    Elaboration elaboration_of(const exported::ExportedNetwork& network,
                               topo::RouterId router) const;
    RouterNetlist netlist_of(const Elaboration& elaboration) const;

    CellLibrary library_;
    const InterruptSignal& interrupt_;
    CostCache cache_;
    SynthesisTools tools_;
    std::string made_with_;  ///< hash of library, tools and scripts
};

}  // namespace flitscope::tb
