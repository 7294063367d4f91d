#pragma once

#include <string>
#include <vector>

namespace flitscope::cost {

/// A unit inside a router that Yosys has elaborated.
struct UnitInstance {
    std::string unit;    ///< as units are called (docs/router.md): vc_buffer, vc_allocator, ...
    std::string path;    ///< its place in the top module, as timing reports write it
    std::string module;  ///< the module with its parameters, as RTLIL names it
};

/// The unit that an instance is, by its path: its last name, without what generate blocks and the
/// numbers of links add. "link": a channel between routers, which belongs to none.
std::string unit_of(const std::string& path);

/// The units that lie in the modules of this RTLIL text: looped_router, and what is between it and
/// the units. Throws std::logic_error if there is any other hardware beside them.
std::vector<UnitInstance> unit_instances(const std::string& rtlil);

}  // namespace flitscope::cost
