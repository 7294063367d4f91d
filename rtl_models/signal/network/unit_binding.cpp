#include "rtl_models/signal/network/unit_binding.h"

#include <cxxabi.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <regex>
#include <utility>

namespace flitscope::rtl {

namespace {

/// The type as it is written in sources, with the names of bundles.h.
std::string readable(const char* mangled) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> name(
        abi::__cxa_demangle(mangled, nullptr, nullptr, &status), std::free);
    std::string text = status == 0 ? name.get() : mangled;
    const std::pair<const char*, const char*> shorter[] = {{"flitscope::rtl::|sc_core::", ""},
                                                           {"Several<unsigned long, 5>", "Selects"},
                                                           {"Several<([^<>]*), 4>", "PerVc<$1>"},
                                                           {"unsigned long", "VcMask"},
                                                           {" >", ">"}};
    for (const auto& [pattern, words] : shorter) {
        text = std::regex_replace(text, std::regex(pattern), words);
    }
    return text;
}

}  // namespace

sc_core::sc_object* UnitBinding::child(const std::string& port) const {
    for (sc_core::sc_object* const each : unit_.get_child_objects()) {
        if (port == each->basename() && dynamic_cast<sc_core::sc_port_base*>(each) != nullptr) {
            return each;
        }
    }
    return nullptr;
}

void UnitBinding::fail(const std::string& port, const std::string& wanted,
                       const sc_core::sc_object* found) const {
    const std::string is =
        found == nullptr ? "there is no such port" : "it is " + readable(typeid(*found).name());
    throw UnitMismatch(std::string(unit_.name()) + ": port " + port + " must be " +
                       readable(wanted.c_str()) + ", " + is);
}

void UnitBinding::finish() const {
    for (const sc_core::sc_object* const each : unit_.get_child_objects()) {
        if (dynamic_cast<const sc_core::sc_port_base*>(each) != nullptr &&
            bound_.find(each) == bound_.end()) {
            throw UnitMismatch(std::string(unit_.name()) + ": port " + each->basename() + ", " +
                               readable(typeid(*each).name()) +
                               ", is none that a router has for this unit");
        }
    }
}

}  // namespace flitscope::rtl
