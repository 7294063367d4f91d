#pragma once

#include <memory>

#include "rtl_models/cosim/packed_pins.h"
#include "rtl_models/cosim/verilated_trace.h"
#include "rtl_models/cosim/verilog_router.h"

namespace flitscope::cosim {

constexpr int bits_for(int values) {
    int bits = 1;
    while ((1 << bits) < values) {
        ++bits;
    }
    return bits;
}

/// The context that all models share. One thread: a context of its own would start a thread pool
/// for every router.
inline VerilatedContext& model_context() {
    static VerilatedContext* const context = [] {
        auto made = std::make_unique<VerilatedContext>();
        made->threads(1);
        allow_traces(*made);
        return made.release();  // models of static storage duration may outlive everything else
    }();
    return *context;
}

/// A Verilated router.v behind the plain interface. Only the generated source of a parameter set
/// includes this.
///
/// Model   class that Verilator made of router.v, with the field widths below and FLITSCOPE_PUBLIC
/// Shape   constants kNetworkPorts, kInjectionPorts, kEjectionPorts, kVirtualChannels,
///         kMessageClasses, kBufferFlits, kTraced of the set, and a static function
///         checkpoints(model) that gives the object that has the checkpoints as members
template <class Model, class Shape>
class VerilatedModel final : public VerilogRouter {
public:
    explicit VerilatedModel(const std::string& name) : model_(&model_context(), name.c_str()) {}

    // The destructor of a model looks for its context in the thread.
    ~VerilatedModel() override { Verilated::threadContextp(&model_context()); }

    void reset(topo::NodeId node) override {
        model_.clk_i = 0;
        model_.rst_ni = 0;
        model_.node_i = static_cast<std::uint32_t>(node);
        for (int cycle = 0; cycle < 2; ++cycle) {
            clock();
        }
        model_.rst_ni = 1;
        model_.eval();
    }

    void set_flit(int input, const rtl::Flit& flit) override {
        set_slice(model_.flit_i_valid, input, 1, 1);
        set_slice(model_.flit_i_vc, input * kVcWidth, kVcWidth, flit.vc);
        set_slice(model_.flit_i_kind, input * kKindWidth, kKindWidth,
                  static_cast<std::uint64_t>(flit.kind));
        set_slice(model_.flit_i_class, input * kClassWidth, kClassWidth, flit.message_class);
        set_slice(model_.flit_i_length, input * 32, 32, flit.length);
        set_slice(model_.flit_i_destination, input * 32, 32,
                  static_cast<std::uint32_t>(flit.destination));
        set_slice(model_.flit_i_source, input * 32, 32, static_cast<std::uint32_t>(flit.source));
        set_slice(model_.flit_i_salt, input * 16, 16, flit.salt);
        set_slice(model_.flit_i_hop, input * 16, 16, flit.hop);
        set_slice(model_.flit_i_index, input * 32, 32, flit.index);
        set_slice(model_.flit_i_message, input * 32, 32, flit.message);
    }

    void set_credits(int output, std::uint64_t vcs) override {
        set_slice(model_.credit_i, output * kVcs, kVcs, vcs);
    }

    void clock() override {
        model_.clk_i = 1;
        model_.eval();
        clear(model_.flit_i_valid);
        clear(model_.credit_i);
        model_.clk_i = 0;
        model_.eval();
    }

    bool idle() const override { return model_.idle_o != 0; }

    rtl::Flit flit(int output) const override {
        rtl::Flit flit;
        if (slice(model_.flit_o_valid, output, 1) == 0) {
            return flit;
        }
        flit.vc = static_cast<std::uint8_t>(slice(model_.flit_o_vc, output * kVcWidth, kVcWidth));
        flit.kind =
            static_cast<rtl::FlitKind>(slice(model_.flit_o_kind, output * kKindWidth, kKindWidth));
        flit.message_class = static_cast<std::uint8_t>(
            slice(model_.flit_o_class, output * kClassWidth, kClassWidth));
        flit.length = static_cast<std::uint32_t>(slice(model_.flit_o_length, output * 32, 32));
        flit.destination =
            static_cast<std::int32_t>(slice(model_.flit_o_destination, output * 32, 32));
        flit.source = static_cast<std::int32_t>(slice(model_.flit_o_source, output * 32, 32));
        flit.salt = static_cast<std::uint16_t>(slice(model_.flit_o_salt, output * 16, 16));
        flit.hop = static_cast<std::uint16_t>(slice(model_.flit_o_hop, output * 16, 16));
        flit.index = static_cast<std::uint32_t>(slice(model_.flit_o_index, output * 32, 32));
        flit.message = static_cast<std::uint32_t>(slice(model_.flit_o_message, output * 32, 32));
        return flit;
    }

    std::uint64_t credits(int input) const override {
        return slice(model_.credit_o, input * kVcs, kVcs);
    }

    void read_decisions(RouterDecisions& decisions) const override {
        read_vectors(seen().router__DOT__vc_routed, decisions.routed);
        read_vectors(seen().router__DOT__vc_request_valid, decisions.vc_requests);
        read_vectors(seen().router__DOT__vc_grant_valid, decisions.vc_grants);
        read_vectors(seen().router__DOT__switch_grant, decisions.switch_grants);
    }
    std::uint64_t routed(int input) const override {
        return slice(seen().router__DOT__vc_routed, input * kVcs, kVcs);
    }
    int route_port(int input, int vc) const override {
        return of_vc(seen().router__DOT__vc_route_port, input, vc, kPortWidth);
    }
    std::uint64_t route_allowed(int input, int vc) const override {
        return slice(seen().router__DOT__vc_route_allowed, (input * kVcs + vc) * kVcs, kVcs);
    }
    std::uint64_t vc_requests(int input) const override {
        return slice(seen().router__DOT__vc_request_valid, input * kVcs, kVcs);
    }
    std::uint64_t vc_grants(int input) const override {
        return slice(seen().router__DOT__vc_grant_valid, input * kVcs, kVcs);
    }
    int granted_vc(int input, int vc) const override {
        return of_vc(seen().router__DOT__vc_grant_vc, input, vc, kVcWidth);
    }
    std::uint64_t switch_grants(int input) const override {
        return slice(seen().router__DOT__switch_grant, input * kVcs, kVcs);
    }
    int request_port(int input, int vc) const override {
        return of_vc(seen().router__DOT__vc_request_port, input, vc, kPortWidth);
    }
    std::uint64_t active(int input) const override {
        return slice(seen().router__DOT__vc_active_valid, input * kVcs, kVcs);
    }
    int active_port(int input, int vc) const override {
        return of_vc(seen().router__DOT__vc_active_port, input, vc, kPortWidth);
    }
    int active_vc(int input, int vc) const override {
        return of_vc(seen().router__DOT__vc_active_vc, input, vc, kVcWidth);
    }
    int stage(int input, int vc) const override {
        return of_vc(seen().router__DOT__vc_stage, input, vc, 2);
    }
    int count(int input, int vc) const override {
        return of_vc(seen().router__DOT__vc_count, input, vc, kCountWidth);
    }
    std::uint64_t heads(int input) const override {
        return slice(seen().router__DOT__vc_head, input * kVcs, kVcs);
    }
    std::uint64_t tails(int input) const override {
        return slice(seen().router__DOT__vc_tail, input * kVcs, kVcs);
    }
    rtl::Flit front(int input, int vc) const override {
        const auto field = [&](const auto& fields, int width) {
            return slice(fields, (input * kVcs + vc) * width, width);
        };
        rtl::Flit flit;
        flit.kind = static_cast<rtl::FlitKind>(field(seen().router__DOT__front_kind, kKindWidth));
        flit.message_class =
            static_cast<std::uint8_t>(field(seen().router__DOT__front_class, kClassWidth));
        flit.length = static_cast<std::uint32_t>(field(seen().router__DOT__front_length, 32));
        flit.destination =
            static_cast<std::int32_t>(field(seen().router__DOT__front_destination, 32));
        flit.source = static_cast<std::int32_t>(field(seen().router__DOT__front_source, 32));
        flit.salt = static_cast<std::uint16_t>(field(seen().router__DOT__front_salt, 16));
        flit.hop = static_cast<std::uint16_t>(field(seen().router__DOT__front_hop, 16));
        flit.index = static_cast<std::uint32_t>(field(seen().router__DOT__front_index, 32));
        flit.message = static_cast<std::uint32_t>(field(seen().router__DOT__front_message, 32));
        return flit;
    }
    std::uint64_t held(int output) const override {
        return slice(seen().router__DOT__output_held, output * kVcs, kVcs);
    }
    int outstanding(int output, int vc) const override {
        return of_vc(seen().router__DOT__output_outstanding, output, vc, kCountWidth);
    }

    std::uint64_t free(int output) const override {
        return slice(seen().router__DOT__output_free, output * kVcs, kVcs);
    }
    std::uint64_t ready(int output) const override {
        return slice(seen().router__DOT__output_ready, output * kVcs, kVcs);
    }

    void open_trace(const std::string& file) override { trace_.open(model_, file); }
    void dump(std::uint64_t picoseconds, bool clocked) override {
        // The edge is over, so the clock is low: shown high, but not evaluated. An evaluation makes
        // the writer look for changes.
        model_.eval();
        model_.clk_i = clocked ? 1 : 0;
        trace_.write(picoseconds);
        if (clocked) {
            model_.clk_i = 0;
            model_.eval();
            trace_.write(picoseconds + 500);
        }
    }
    void close_trace() override { trace_.close(); }

private:
    static constexpr int kVcs = Shape::kVirtualChannels;
    static constexpr int kVcWidth = bits_for(kVcs);
    static constexpr int kKindWidth = 3;
    static constexpr int kClassWidth = bits_for(Shape::kMessageClasses);
    static constexpr int kPortWidth = bits_for(Shape::kNetworkPorts + Shape::kEjectionPorts);
    static constexpr int kCountWidth = bits_for(Shape::kBufferFlits + 1);

    static constexpr int kInputs = Shape::kNetworkPorts + Shape::kInjectionPorts;

    template <class Pin>
    static void read_vectors(const Pin& pin, std::vector<std::uint64_t>& vectors) {
        vectors.resize(kInputs);
        for (int input = 0; input < kInputs; ++input) {
            vectors[static_cast<std::size_t>(input)] = slice(pin, input * kVcs, kVcs);
        }
    }

    decltype(auto) seen() const { return Shape::checkpoints(model_); }
    template <class Pin>
    static int of_vc(const Pin& pin, int port, int vc, int width) {
        return static_cast<int>(slice(pin, (port * kVcs + vc) * width, width));
    }

    Model model_;
    VerilatedTrace<Shape::kTraced> trace_;
};

}  // namespace flitscope::cosim
