#include "rtl_models/signal/unit_factory.h"

#include <utility>

#include "rtl_models/signal/router.h"

namespace flitscope::rtl {

namespace {

template <typename Maker>
bool take(Maker UnitMakers::*unit, const UnitMakers& from, UnitMakers& into) {
    into.*unit = from.*unit;
    return static_cast<bool>(from.*unit);
}

}  // namespace

bool take_maker(const std::string& unit, const UnitMakers& from, UnitMakers& into) {
    return (unit == "vc_buffer" && take(&UnitMakers::vc_buffer, from, into)) ||
           (unit == "route_unit" && take(&UnitMakers::route_unit, from, into)) ||
           (unit == "vc_allocator" && take(&UnitMakers::vc_allocator, from, into)) ||
           (unit == "switch_allocator" && take(&UnitMakers::switch_allocator, from, into)) ||
           (unit == "crossbar" && take(&UnitMakers::crossbar, from, into)) ||
           (unit == "output_unit" && take(&UnitMakers::output_unit, from, into));
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
