#pragma once

#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "rtl_models/signal/bundles/bundles.h"
#include "rtl_models/signal/bundles/purge.h"
#include "rtl_models/signal/clocking/gate.h"

namespace flitscope::rtl {

/// Whether a value carries something for its reader at an edge: true, a mask that is not empty, a
/// valid bundle or flit. Values of other types never do; their channels can be watched for changes.
template <typename T, typename = void>
struct Carries {
    static bool value(const T& /*value*/) { return false; }
};
template <>
struct Carries<bool> {
    static bool value(bool on) { return on; }
};
template <>
struct Carries<VcMask> {
    static bool value(VcMask mask) { return mask != 0; }
};
template <typename T>
struct Carries<T, decltype(static_cast<void>(std::declval<const T&>().valid()))> {
    static bool value(const T& value) { return value.valid(); }
};
template <typename T>
struct Carries<T, decltype(static_cast<void>(std::declval<const T&>().valid != 0))> {
    static bool value(const T& value) { return value.valid != 0; }
};

/// An sc_signal that also tells gates whether it carries something. One output port may be bound to
/// it, and one process may write to it; the second is an error.
template <typename T>
class Wire : public sc_core::sc_signal<T>, public Watched {
public:
    explicit Wire(const std::string& name, const T& initial = T())
        : sc_core::sc_signal<T>(name.c_str(), initial) {}

    void register_port(sc_core::sc_port_base& port, const char* interface_type) override {
        if (std::string(interface_type) == typeid(sc_core::sc_signal_inout_if<T>).name()) {
            if (writer_ != nullptr) {
                const std::string what =
                    std::string(this->name()) + ": " + writer_ + ", " + port.name();
                SC_REPORT_ERROR("/flitscope/signal/two_writers", what.c_str());
            }
            writer_ = port.name();
        }
    }

protected:
    void update() override {
        const bool changes = !(this->m_new_val == this->m_cur_val);
        sc_core::sc_signal<T>::update();
        if (changes) {
            tell_watchers(Carries<T>::value(this->m_cur_val));
        }
    }

private:
    const char* writer_ = nullptr;  ///< name of the output port
};

using FlitWire = Wire<Flit>;
using CreditWire = Wire<Credit>;

/// Destroys objects in the reverse order of construction, in which SystemC finds modules and ports
/// fastest.
template <typename Owner>
void clear_backwards(std::vector<Owner>& owners) {
    while (!owners.empty()) {
        owners.pop_back();
    }
}

}  // namespace flitscope::rtl
