#pragma once

#include <cstddef>
#include <memory>
#include <systemc>

namespace flitscope::rtl {

/// Ports side by side that only some routers have: an sc_vector, and nothing at all where it would
/// have width 0. Of every object SystemC keeps some 300 bytes, its name twice.
template <typename Port>
class OptionalPorts {
public:
    OptionalPorts(const char* name, std::size_t width)
        : ports_(width == 0 ? nullptr : std::make_unique<sc_core::sc_vector<Port>>(name, width)) {}

    std::size_t size() const { return ports_ ? ports_->size() : 0; }
    Port& operator[](std::size_t i) { return (*ports_)[i]; }
    const Port& operator[](std::size_t i) const { return (*ports_)[i]; }
    /// Calls visit(port), number 0 first.
    template <typename Visit>
    void for_each(const Visit& visit) {
        for (std::size_t i = 0; i < size(); ++i) {
            visit((*ports_)[i]);
        }
    }

private:
    std::unique_ptr<sc_core::sc_vector<Port>> ports_;
};

}  // namespace flitscope::rtl
