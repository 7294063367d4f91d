#include "rtl_models/signal/network/unit_factory.h"

#include <utility>

#include "rtl_models/signal/network/router.h"

namespace flitscope::rtl {

bool take_maker(const std::string& unit, const UnitMakers& from, UnitMakers& into) {
    bool taken = false;
    with_maker(unit, [&](auto member) {
        into.*member = from.*member;
        taken = static_cast<bool>(from.*member);
    });
    return taken;
}

RouterFactory unit_router_factory(std::map<topo::NodeId, std::shared_ptr<const UnitMakers>> units,
                                  RouterFactory others) {
    return [units = std::move(units), others = std::move(others)](
               const sc_core::sc_module_name& name, const RouterInstance& instance,
               Clock& clock) -> std::unique_ptr<RouterModule> {
        const auto own = units.find(instance.id);
        if (own == units.end()) {
            return others ? others(name, instance, clock)
                          : std::make_unique<Router>(name, instance);
        }
        RouterInstance with_units = instance;
        with_units.units = own->second.get();
        return std::make_unique<Router>(name, with_units);
    };
}

}  // namespace flitscope::rtl
