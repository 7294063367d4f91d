#include "rtl_models/cosim/verilated_units.h"

#include "rtl_models/cosim/verilated_unit.h"

namespace flitscope::cosim {

void add_verilated(const UnitSet& set, rtl::UnitMakers& makers) {
    rtl::with_maker(set.unit, [&](auto member) {
        auto& maker = makers.*member;
        maker = verilated_maker<typename std::decay_t<decltype(maker)>::Made>(set);
        maker.loops = set.loops;
    });
}

}  // namespace flitscope::cosim
