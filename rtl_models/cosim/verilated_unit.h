#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "rtl_models/cosim/flattened_ports.h"
#include "rtl_models/cosim/unit_model.h"
#include "rtl_models/signal/network/unit_binding.h"
#include "rtl_models/signal/network/unit_makers.h"

namespace flitscope::cosim {

/// Bytes in the data path of the flits that a unit sees; 0: none.
inline int flit_bytes_of(const rtl::VcBuffer::Parameters& p) { return p.flit_bytes; }
inline int flit_bytes_of(const rtl::OutputUnit::Parameters& p) { return p.flit_bytes; }
inline int flit_bytes_of(const rtl::HeaderUnit::Parameters& p) {
    return p.network->router.data_bytes();
}
template <typename Parameters>
int flit_bytes_of(const Parameters& p) {
    return p.router.data_bytes();
}

/// The data path required of the twin of a unit that flits pass. Without one the twin may still
/// have it.
template <typename Parameters>
std::map<std::string, int> with_flit_bytes(const Parameters& p, std::map<std::string, int> twin) {
    if (flit_bytes_of(p) > 0) {
        twin["FLIT_BYTES"] = flit_bytes_of(p);
    }
    return twin;
}

/// The parameters that the Verilog twin of a unit has for these, by their names there.
inline std::map<std::string, int> twin_parameters(const rtl::VcBuffer::Parameters& p) {
    return with_flit_bytes(p, {{"VCS", p.vcs},
                               {"USED_VCS", p.used_vcs},
                               {"BUFFER_FLITS", p.buffer_flits},
                               {"SHARED", p.shared_flits}});
}
inline std::map<std::string, int> twin_parameters(const rtl::Crossbar::Parameters& p) {
    return with_flit_bytes(
        p, {{"VCS", p.router.virtual_channels}, {"INPUT_SPEEDUP", p.router.input_speedup}});
}
inline std::map<std::string, int> twin_parameters(const rtl::HeaderUnit::Parameters& p) {
    std::map<std::string, int> twin = {{"INJECTED", p.input >= p.ports.network ? 1 : 0},
                                       {"VCS", p.vcs}};
    if (p.network->headers.entries() > 0) {
        twin["HEADER_ENTRIES"] = p.network->headers.entries();
    }
    return with_flit_bytes(p, std::move(twin));
}
inline std::map<std::string, int> twin_parameters(const rtl::RouteUnit::Parameters& p) {
    std::map<std::string, int> twin = {
        {"INPUT", p.input},
        {"VCS", p.router.virtual_channels},
        {"PIPELINE", p.router.pipeline},
        {"LOOKAHEAD", p.router.lookahead ? 1 : 0},
        {"SPECULATION", static_cast<int>(p.router.speculation)},
        {"STORE_AND_FORWARD", p.router.switching == rtl::Switching::store_and_forward ? 1 : 0}};
    if (p.ports.nodes != 1 || p.addresses.local_bits != 0) {
        twin["LOCAL_NODES"] = p.ports.nodes;
        twin["LOCAL_BITS"] = p.addresses.local_bits;
    }
    return twin;
}
inline std::map<std::string, int> twin_parameters(const rtl::OutputUnit::Parameters& p) {
    return with_flit_bytes(p, {{"VCS", p.vcs},
                               {"BUFFER_FLITS", p.buffer_flits},
                               {"SHARED", p.shared_flits},
                               {"EJECTION", p.ejection ? 1 : 0},
                               {"TRAVERSAL_REGISTER", p.traversal_register ? 1 : 0},
                               {"REUSE_EMPTY", p.reuse_empty ? 1 : 0},
                               {"CYCLES_PER_FLIT", p.cycles_per_flit}});
}
/// The width of priorities, where there are any.
inline void add_priority_width(const rtl::RouterParameters& router,
                               std::map<std::string, int>& twin) {
    if (router.has_priorities()) {
        rtl::PinSizes sizes;
        sizes.priority = static_cast<int>(router.priority);
        sizes.message_classes = router.message_classes;
        twin["PRIORITY_WIDTH"] = sizes.bits(rtl::PinWidth::priority);
    }
}
inline std::map<std::string, int> twin_parameters(const rtl::VcAllocator::Parameters& p) {
    std::map<std::string, int> twin = {{"VCS", p.router.virtual_channels},
                                       {"WHOLE_MESSAGE", p.whole_messages() ? 1 : 0}};
    if (p.looks_at_flits()) {
        twin["BUFFER_FLITS"] = rtl::VcCredits(p.router).most();  // not looked at otherwise
        twin["SHARED"] = rtl::VcCredits(p.router).shared;
    }
    if (p.router.vc_at_switch()) {
        twin["ALLOCATOR"] = static_cast<int>(p.router.vc_allocator);
    }
    add_priority_width(p.router, twin);
    return twin;
}
inline std::map<std::string, int> twin_parameters(const rtl::SwitchAllocator::Parameters& p) {
    std::map<std::string, int> twin = {{"VCS", p.router.virtual_channels},
                                       {"INPUT_SPEEDUP", p.router.input_speedup},
                                       {"SPECULATION", static_cast<int>(p.router.speculation)}};
    if (p.speculates() && p.router.switching != rtl::Switching::wormhole) {
        twin["WHOLE_MESSAGE"] = 1;
        twin["BUFFER_FLITS"] = p.router.buffer_flits;
    }
    add_priority_width(p.router, twin);
    return twin;
}
template <typename Parameters>
std::map<std::string, int> twin_parameters(const Parameters& p) {
    return {{"VCS", p.router.virtual_channels}};
}

/// Gives an allocator the occupancy of buffers: it has count_i and outstanding_i.
inline void show_occupancy(rtl::VcAllocator::Parameters& p) { p.reads_occupancy = true; }
inline void show_occupancy(rtl::SwitchAllocator::Parameters& p) { p.reads_occupancy = true; }
template <typename Parameters>
void show_occupancy(Parameters& /*parameters*/) {}

/// Who has these parameters; null: none was verilated with them.
inline const UnitVariant* find_variant(const UnitSet& set,
                                       const std::map<std::string, int>& parameters) {
    const auto fits = [&](const UnitVariant& variant) {
        return std::includes(variant.parameters.begin(), variant.parameters.end(),
                             parameters.begin(), parameters.end());
    };
    const auto variant = std::find_if(set.variants.begin(), set.variants.end(), fits);
    return variant == set.variants.end() ? nullptr : &*variant;
}

/// Whether the router has multicasts.
template <typename Parameters>
auto has_headers(const Parameters& parameters) -> decltype(parameters.headers) {
    return parameters.headers;
}
inline bool has_headers(const rtl::RouteUnit::Parameters& parameters) {
    return parameters.network != nullptr;
}
inline bool has_headers(const rtl::HeaderUnit::Parameters& /*parameters*/) { return true; }

// The entries that are invalid in a flit as it leaves: a number at ports, at pins a bit for each.

/// For the entries of the front flit of a VC. No number expresses it if other than the first
/// entries are marked.
inline std::uint32_t served_number(const rtl::PinBits& marks, int first, int entries,
                                   const rtl::Flit& front) {
    int marked = 0;
    while (marked < entries && marks.read(first + marked, 1) != 0) {
        ++marked;
    }
    for (int e = marked; e < entries; ++e) {
        if (marks.read(first + e, 1) != 0) {
            return rtl::kNotInOrder;
        }
    }
    if (marked < entries) {
        return static_cast<std::uint32_t>(marked);
    }
    // Nothing is left: those that are none are marked, too.
    return std::max(front.served, static_cast<std::uint32_t>(front.header->entries.size()));
}

/// From the pins served_o and action_o of a header unit.
inline void drive_served(rtl::HeaderUnit::Ports& ports, const rtl::PinBits& marks,
                         const rtl::PinBits& action, int vcs) {
    const rtl::VcMask heads = ports.head_i.read().valid;
    const rtl::PerVc<rtl::Flit>& fronts = ports.front_i.read();
    rtl::ServedEntries served;
    served.of = rtl::PerVc<std::uint32_t>(vcs);
    for (int v = 0; v < std::min(fronts.size(), vcs); ++v) {
        // The lowest bit of its action (action_fields.v).
        const bool multicast = action.read(v * (action.width() / vcs), 1) != 0;
        const bool leads = (heads >> v & 1) != 0 && multicast && fronts[v].header;
        const int entries = marks.width() / vcs;
        served.of[v] =
            leads ? served_number(marks, v * entries, entries, fronts[v]) : fronts[v].served;
    }
    ports.served_o.write(served);
}

/// Onto the pin served_i of a crossbar.
inline void set_served(const rtl::Crossbar::Ports& ports, rtl::PinBits& marks) {
    const int inputs = static_cast<int>(ports.served_i.size());
    for (int p = 0; marks.exists() && p < inputs; ++p) {
        const auto port = static_cast<std::size_t>(p);
        const rtl::PerVc<rtl::Flit>& fronts = ports.front_i[port].read();
        const rtl::PerVc<std::uint32_t>& served = ports.served_i[port].read().of;
        const int entries = served.size() > 0 ? marks.width() / (inputs * served.size()) : 0;
        for (int at = 0; at < std::min(served.size(), fronts.size()) * entries; ++at) {
            const int v = at / entries;
            const bool marked =
                fronts[v].header && static_cast<std::uint32_t>(at % entries) < served[v];
            marks.write(p * served.size() * entries + at, 1, marked ? 1 : 0);
        }
    }
}

/// A verilated unit that replaces one of ours: the same ports, flattened into its pins by
/// PinFields. Pins without a port are not used; ports without pins (inputs only) are not read.
///
/// Timing   Outputs follow the inputs in the same cycle, registers change at the rising edge of
///          clk_i; any number of deltas may pass in between. The Verilog sees its clock fall when
///          the first input changes after the edge, or right before the next one. Before the
///          simulation starts it is reset, as SystemC units are by their construction.
template <class Unit>
class VerilatedUnit : public sc_core::sc_module, public Unit::Ports {
public:
    SC_HAS_PROCESS(VerilatedUnit);

    /// Throws rtl::UnitMismatch, which names the port, if a port lacks pins.
    VerilatedUnit(const sc_core::sc_module_name& name, const typename Unit::Parameters& parameters,
                  std::unique_ptr<UnitModel> model, const rtl::PinSizes& sizes)
        : sc_module(name),
          Unit::Ports(parameters),
          parameters_(parameters),
          model_(std::move(model)),
          pins_(*this, *model_, {sizes, flit_bytes_of(parameters) > 0, has_headers(parameters)}),
          clock_(model_->bits("clk_i")),
          served_(model_->bits(std::is_same_v<Unit, rtl::Crossbar> ? "served_i" : "served_o")),
          action_(model_->bits("action_o")) {
        SC_METHOD(run);
        pins_.sense(this->sensitive);
        if constexpr (kClocked) {
            this->sensitive << this->clk_i.pos();
        }
        if constexpr (std::is_same_v<Unit, rtl::Crossbar>) {
            rtl::sense(this->sensitive, this->served_i);
        }
    }

private:
    static constexpr bool kClocked =
        !std::is_same_v<Unit, rtl::Crossbar> && !std::is_same_v<Unit, rtl::HeaderUnit>;

    void start_of_simulation() override {
        pins_.set_inputs(true);
        if constexpr (kClocked) {
            if constexpr (std::is_same_v<Unit, rtl::RouteUnit>) {
                if (parameters_.lookahead) {
                    set_neighbours(*model_, *parameters_.lookahead, this->node_i.read(),
                                   parameters_.ports.network);
                }
            }
            model_->bits("rst_ni").write(0);
            edge();
            edge();
            if constexpr (std::is_same_v<Unit, rtl::RouteUnit>) {
                load_table();
            }
        }
    }
    /// The rows of this router and input, if routes are looked up and not computed, and those of
    /// header routings.
    void load_table() {
        TablePins table(*model_);
        if (!table.valid.exists() || !table.clock.exists()) {
            return;
        }
        const auto write_row = [&](std::uint32_t at, const std::vector<std::uint8_t>& row) {
            table.write(*model_, at, row);
        };
        const int network = parameters_.ports.network;
        const int input = parameters_.input;
        table.valid.write(1);
        if (parameters_.tables != nullptr) {
            const rtl::RouteTableRows& rows =
                parameters_.tables->rows(this->node_i.read(), input < network ? input : -1);
            const topo::PortId queue =
                rtl::queue_port(parameters_.router, parameters_.ports, input);
            rows.for_each_row(network, queue, write_row);
        }
        if (parameters_.network != nullptr) {
            parameters_.header_rows(this->node_i.read(), write_row);
        }
        table.valid.write(0);
    }
    void run() {
        pins_.set_inputs(std::exchange(first_, false));
        if constexpr (std::is_same_v<Unit, rtl::Crossbar>) {
            set_served(*this, served_);
        }
        evaluate();
        if constexpr (std::is_same_v<Unit, rtl::HeaderUnit>) {
            drive_served(*this, served_, action_, parameters_.vcs);
        }
        pins_.drive();
    }
    void evaluate() {
        if constexpr (kClocked) {
            if (this->clk_i->posedge()) {
                edge();
                return;
            }
            clock_.write(0);
        }
        model_->eval();
    }
    void edge() {
        clock_.write(0);
        model_->eval();
        clock_.write(1);
        model_->eval();
    }

    typename Unit::Parameters parameters_;
    std::unique_ptr<UnitModel> model_;
    FlattenedPorts pins_;
    rtl::PinBits clock_;
    rtl::PinBits served_, action_;  ///< of crossbars and header units (drive_served)
    bool first_ = true;             ///< all inputs are to be set
};

/// The maker of a unit from its verilated variants. Throws rtl::UnitMismatch if the requested
/// variant was not verilated.
template <class Unit>
rtl::UnitMaker<Unit> verilated_maker(UnitSet set) {
    return [set = std::move(set)](const char* name, const typename Unit::Parameters& parameters) {
        const std::map<std::string, int> wanted = twin_parameters(parameters);
        const UnitVariant* const variant = find_variant(set, wanted);
        if (variant == nullptr) {
            std::string text = std::string(name) + ": " + set.name + " was not verilated with";
            for (const auto& [parameter, value] : wanted) {
                text += ' ' + parameter + ' ' + std::to_string(value);
            }
            throw rtl::UnitMismatch(text);
        }
        typename Unit::Parameters shown = parameters;
        if (set.reads_occupancy) {
            show_occupancy(shown);
        }
        return std::make_unique<VerilatedUnit<Unit>>(name, shown, variant->make(name), set.sizes);
    };
}

}  // namespace flitscope::cosim
