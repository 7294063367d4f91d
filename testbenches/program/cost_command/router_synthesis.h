#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/cost/router_cost.h"
#include "rtl_models/cost/unit_energy.h"
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

/// The netlist of a router.
struct RouterNetlist {
    std::vector<cost::UnitInstance> instances;  ///< their modules are those of `units`
    std::map<std::string, std::string> units;   ///< Verilog of their cells, by module
    /// looped_router, the router in it and what is between the router and its units.
    std::string structure;
};

/// Synthesises routers, unit by unit (docs/cost.md): Yosys maps every unit to the library, once for
/// each set of parameters, and OpenSTA finds the longest path of the router made of them. The
/// netlist of a unit is kept as UNIT_HASH.v in the cache, its ports as in rtl_models/verilog. One
/// process synthesises at a time: points of a sweep wait for the one that makes what they need.
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
    /// A folder with library.lib, structure.v and MODULE.v for each unit.
    std::unique_ptr<ToolFolder> folder_of(const RouterNetlist& netlist) const;
    /// What the cells of a unit take, by OpenSTA in such a folder.
    std::map<std::string, cost::CellEnergy> cell_energies(const ToolFolder& folder,
                                                          const std::string& module) const;

private:
    struct Elaboration;

    Elaboration elaboration_of(const exported::ExportedNetwork& network,
                               topo::RouterId router) const;
    std::optional<RouterNetlist> kept_netlist(const Elaboration& elaboration) const;
    RouterNetlist synthesised(const Elaboration& elaboration) const;
    /// Of the units whose text is empty.
    void synthesise(RouterNetlist& netlist, const std::map<std::string, std::string>& modules,
                    const ToolFolder& work) const;
    cost::RouterCost timed(const RouterNetlist& netlist) const;
    /// `kept()`, or what `make()` returns while no other process makes anything.
    template <typename Kept, typename Make>
    auto kept_or_made(const Kept& kept, const Make& make) const;

    CellLibrary library_;
    const InterruptSignal& interrupt_;
    CostCache cache_;
    SynthesisTools tools_;
    std::string made_with_;  ///< hash of library, tools and scripts
};

}  // namespace flitscope::tb
