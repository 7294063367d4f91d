#include "rtl_models/cosim/verilated_units.h"

#include "rtl_models/cosim/verilated_unit.h"

namespace flitscope::cosim {

namespace {

template <class Unit>
void set_verilated(rtl::UnitMaker<Unit>& maker, const UnitSet& set) {
    maker = verilated_maker<Unit>(set);
    maker.loops = set.loops;
}

}  // namespace

void add_verilated(const UnitSet& set, rtl::UnitMakers& makers) {
    rtl::with_maker(set.unit, [&](auto member) { set_verilated(makers.*member, set); });
}

}  // namespace flitscope::cosim
