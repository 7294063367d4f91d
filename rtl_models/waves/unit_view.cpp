#include "rtl_models/waves/unit_view.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "rtl_models/router/unit_names.h"
#include "rtl_models/waves/flit_fields.h"

namespace flitscope::waves {

namespace {

constexpr int kBinaryBits = 16;  ///< wider ones are shown in hexadecimal

/// All that may be in a router, in the order of the pipeline.
constexpr std::array<const char*, 11> kShownUnits = {
    "vc_buffer",    "held_priority",    "header_unit", "route_unit",
    "vc_allocator", "switch_allocator", "bypass_unit", "traversal_register",
    "crossbar",     "output_unit",      "extra_stages"};

/// A unit's place in the pipeline: kind and number.
struct Place {
    std::size_t kind = kShownUnits.size();  ///< that many: no unit
    int number = -1;
};

Place place_of(const std::string& unit) {
    const std::size_t end = unit.find_last_not_of("0123456789");
    const bool numbered = end != std::string::npos && end + 1 < unit.size() && unit[end] == '_';
    const std::string kind = numbered ? unit.substr(0, end) : unit;
    Place place;
    place.kind = static_cast<std::size_t>(std::find(kShownUnits.begin(), kShownUnits.end(), kind) -
                                          kShownUnits.begin());
    place.number = numbered ? std::stoi(unit.substr(end + 1)) : -1;
    return place;
}

/// The field of a flit on a wire that is the pin `name`, as "flit_i_kind"; null: none.
const FlitField* flit_field(const std::string& name) {
    for (const char* const wire : {"flit_i_", "flit_o_"}) {
        if (name.rfind(wire, 0) == 0) {
            const auto* const field =
                std::find_if(kFlitFields.begin(), kFlitFields.end(),
                             [&](const FlitField& each) { return name.substr(7) == each.name; });
            return field == kFlitFields.end() ? nullptr : field;
        }
    }
    return nullptr;
}

void show(const std::string& scope, const UnitPins::Pin& pin, bool of_one_port, GtkwaveSave& save) {
    using Radix = GtkwaveSave::Radix;
    const FlitField* const field = of_one_port ? flit_field(pin.name) : nullptr;
    if (field != nullptr && field->display == Display::flit_kind) {
        save.add(scope, pin.name, pin.width, flit_kind_translation());
    } else if (field != nullptr && field->display == Display::decimal) {
        save.add(scope, pin.name, pin.width, Radix::decimal);
    } else {
        save.add(scope, pin.name, pin.width,
                 pin.width > kBinaryBits ? Radix::hexadecimal : Radix::binary);
    }
}

}  // namespace

Translation flit_kind_translation() {
    return {"flit_kind", {"none", "head", "body", "tail", "head_tail"}};
}

std::string kind_of_unit(const std::string& unit) {
    const std::size_t kind = place_of(unit).kind;
    return kind < kShownUnits.size() && rtl::port_list_version(kShownUnits[kind]) != 0
               ? kShownUnits[kind]
               : "";
}

void add_unit_view(const std::string& router_scope, std::vector<UnitPins::Pin> pins,
                   GtkwaveSave& save, const std::string& open) {
    pins.erase(std::remove_if(pins.begin(), pins.end(),
                              [](const UnitPins::Pin& pin) {
                                  return place_of(pin.unit).kind == kShownUnits.size();
                              }),
               pins.end());
    if (pins.empty()) {
        return;
    }
    std::stable_sort(pins.begin(), pins.end(), [](const UnitPins::Pin& a, const UnitPins::Pin& b) {
        const Place first = place_of(a.unit);
        const Place second = place_of(b.unit);
        return std::tie(first.kind, first.number) < std::tie(second.kind, second.number);
    });
    save.open_group(router_scope + ": units", GtkwaveSave::Group::open);
    for (std::size_t i = 0; i < pins.size(); ++i) {
        if (i == 0 || pins[i].unit != pins[i - 1].unit) {
            const bool opened = pins[i].unit == open;
            save.open_group(pins[i].unit,
                            opened ? GtkwaveSave::Group::open : GtkwaveSave::Group::closed);
        }
        show(router_scope + '.' + pins[i].unit, pins[i], place_of(pins[i].unit).number >= 0, save);
        if (i + 1 == pins.size() || pins[i].unit != pins[i + 1].unit) {
            save.close_group();
        }
    }
    save.close_group();
}

}  // namespace flitscope::waves
