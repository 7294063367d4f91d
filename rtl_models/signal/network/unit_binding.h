#pragma once

#include <set>
#include <stdexcept>
#include <string>
#include <systemc>

namespace flitscope::rtl {

/// A unit whose ports do not match its place in the router. what() names unit, port and both types.
class UnitMismatch : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// Binds the ports of a unit by name, whatever its class. Every port must be bound in the end;
/// `finish` reports an unknown one.
class UnitBinding {
public:
    /// `own`: the unit is ours.
    explicit UnitBinding(sc_core::sc_module& unit, bool own = false) : unit_(unit), own_(own) {}

    /// An input (output) port that carries T, to a signal or to a port of the router.
    template <typename T>
    void in(const std::string& port, const sc_core::sc_signal_in_if<T>& wire) {
        find<sc_core::sc_in<T>>(port).bind(wire);
    }
    template <typename T>
    void in(const std::string& port, sc_core::sc_in<T>& outer) {
        find<sc_core::sc_in<T>>(port).bind(outer);
    }
    template <typename T>
    void out(const std::string& port, sc_core::sc_signal_inout_if<T>& wire) {
        find<sc_core::sc_out<T>>(port).bind(wire);
    }
    template <typename T>
    void out(const std::string& port, sc_core::sc_out<T>& outer) {
        find<sc_core::sc_out<T>>(port).bind(outer);
    }
    /// Of the unit, in its router.
    std::string name() const { return unit_.basename(); }
    bool is_own() const { return own_; }
    /// Whether the unit has this optional port.
    bool has(const std::string& port) const { return child(port) != nullptr; }
    /// Throws UnitMismatch for a port that is not bound.
    void finish() const;

private:
    sc_core::sc_object* child(const std::string& port) const;
    [[noreturn]] void fail(const std::string& port, const std::string& wanted,
                           const sc_core::sc_object* found) const;
    template <typename Port>
    Port& find(const std::string& name) {
        sc_core::sc_object* const found = child(name);
        auto* const port = dynamic_cast<Port*>(found);
        if (port == nullptr) {
            fail(name, typeid(Port).name(), found);
        }
        bound_.insert(found);
        return *port;
    }

    sc_core::sc_module& unit_;
    bool own_;
    std::set<const sc_core::sc_object*> bound_;
};

}  // namespace flitscope::rtl
