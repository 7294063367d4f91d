#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/router/contract/network.h"

namespace flitscope::tl {

/// The index of an absent object.
constexpr std::uint32_t kNone = 0xFFFFFFFFU;

/// The numbering of the engine's arrays; fixed at construction.
///
/// - *Input VC*: (router, input port p, VC v) has the number first_input_vc[router] + p*V + v.
/// - *Output VC*: a network output VC has the number of the input VC at the other end of its link;
///   ejection VCs are numbered after all input VCs.
/// - *Output*: number(router, port) below; routers lie in blocks of kLanes, so that one vector
///   register holds the same output of kLanes routers.
/// - *Request word*: a set of input VCs of one router, which has `words` of them, a power of two.
///   Those of router r have the numbers r * words + w. VC v of input p is bit
///   (p % ports_per_word) * stride + v of the router's word p / ports_per_word. The stride leaves
///   one free bit above the VCs of a port (but for V = 64), which the packed allocator needs as a
///   guard.
struct EngineLayout {
    static constexpr std::uint32_t kLanes = 8;

    /// Throws std::invalid_argument for a description from which no network can be built.
    explicit EngineLayout(const rtl::NetworkDescription& description);

    std::uint32_t output(std::uint32_t router, std::uint32_t port) const {
        return (router / kLanes * outputs_per_router + port) * kLanes + router % kLanes;
    }
    /// Ejection port of a message to this node of the router that came in by this input port
    /// (docs/router.md, section 2).
    std::uint32_t ejection_port(std::uint32_t router, std::uint32_t local,
                                std::uint32_t input_port) const {
        const std::uint32_t ports = ejection_ports[router];
        return network_ports[router] + local * ports + (ports == 1 ? 0 : input_port % ports);
    }
    /// Number of an injection port (EngineState::injection_ports).
    std::uint32_t injection_port(const topo::NodePlace& place, std::uint32_t queue) const {
        const auto router = static_cast<std::uint32_t>(place.router);
        const std::uint32_t ports = injection_ports == 0 ? network_ports[router] : injection_ports;
        return first_injection_port[router] + static_cast<std::uint32_t>(place.local) * ports +
               queue;
    }
    std::uint32_t output_port(std::uint32_t output_number) const {
        return output_number / kLanes % outputs_per_router;
    }
    /// Number of the request word of an input port.
    std::uint32_t word_of(std::uint32_t router, std::uint32_t port) const {
        return (router << word_shift) + port / ports_per_word;
    }
    std::uint32_t router_of_word(std::uint32_t word) const { return word >> word_shift; }
    /// The word of the same input ports among those of an output (EngineState::waiting).
    std::uint32_t word_at(std::uint32_t output_number, std::uint32_t word) const {
        return (output_number << word_shift) | (word & (words - 1));
    }
    std::uint32_t bit_of(std::uint32_t input_port, std::uint32_t vc) const {
        return input_port % ports_per_word * stride + vc;
    }
    /// Input VC behind bit `bit` of word `word` (0..words-1) of a router's requests.
    std::uint32_t input_vc(std::uint32_t router, std::uint32_t word, std::uint32_t bit) const {
        return first_input_vc[router] + word * ports_per_word * vcs + local_of_bit[bit];
    }
    std::uint32_t input_vc_at(std::uint32_t router, int port, int vc) const {
        return first_input_vc[router] + static_cast<std::uint32_t>(port) * vcs +
               static_cast<std::uint32_t>(vc);
    }
    std::uint32_t port_of(std::uint32_t router, std::uint32_t input_vc_number) const {
        return port_of_local[input_vc_number - first_input_vc[router]];
    }
    std::uint32_t vc_of(std::uint32_t router, std::uint32_t input_vc_number) const {
        return vc_of_local[input_vc_number - first_input_vc[router]];
    }
    std::uint32_t input_port(std::uint32_t router, std::uint32_t port) const {
        return first_input_vc[router] / vcs + port;
    }
    std::uint32_t inputs(std::uint32_t router) const {
        return network_ports[router] + first_injection_port[router + 1] -
               first_injection_port[router];
    }
    std::uint32_t outputs(std::uint32_t router) const {
        return network_ports[router] + local_outputs[router];
    }
    bool is_ejection(std::uint32_t output_vc_number) const { return output_vc_number >= input_vcs; }
    /// VCs of a connected output.
    std::uint32_t vcs_of(std::uint32_t output_number) const {
        return is_ejection(first_output_vc[output_number]) ? ejection_vcs
               : link_vcs.empty()                          ? vcs
                                                           : link_vcs[output_number];
    }

    std::uint32_t routers = 0;
    std::uint32_t vcs = 0;                 ///< V
    std::uint32_t injection_vcs = 0;       ///< per injection port
    std::uint32_t ejection_vcs = 0;        ///< per ejection port
    std::uint32_t stride = 0;              ///< bits per input port
    std::uint32_t ports_per_word = 0;      ///< input ports per request word
    std::uint32_t words = 0;               ///< request words per router
    std::uint32_t word_shift = 0;          ///< log2(words)
    bool one_word = true;                  ///< words is 1
    std::uint32_t max_inputs = 0;          ///< of any router
    std::uint32_t outputs_per_router = 0;  ///< of any router, at most
    std::uint32_t all_outputs = 0;         ///< numbers of outputs, gaps included
    std::uint32_t input_vcs = 0;           ///< in all
    std::uint32_t output_vcs = 0;          ///< in all, ejection VCs included

    std::vector<std::uint32_t> network_ports;         ///< [router] P
    std::uint32_t injection_ports = 0;                ///< I of a node; 0: P
    std::vector<std::uint32_t> ejection_ports;        ///< [router] E of a node
    std::vector<std::uint32_t> local_outputs;         ///< [router] E times its nodes
    std::vector<std::uint32_t> first_input_vc;        ///< [router + 1]
    std::vector<std::uint32_t> first_injection_port;  ///< [router + 1]
    std::vector<std::uint8_t> local_of_bit;           ///< [bit of word 0] p*V + v
    std::vector<std::uint16_t> port_of_local;         ///< [p*V + v] p
    std::vector<std::uint8_t> vc_of_local;            ///< [p*V + v] v

    std::vector<std::uint32_t> first_output_vc;  ///< [output]; kNone: not connected
    std::vector<std::uint32_t>
        feeder;  ///< [input_port(router, p)] output at the other end, or injection port
    std::vector<std::uint32_t> router_of;  ///< [output]

    /// Wires by latency. Class 0: local ports (no latency).
    std::vector<std::uint32_t> class_latency;   ///< [class]
    std::vector<std::uint8_t> class_of_output;  ///< [output]
    std::vector<std::uint8_t> class_of_input;   ///< [input_port(router, p)]
    /// [output] cycles per flit; empty: 1 everywhere.
    std::vector<std::uint32_t> cycles_per_flit;
    std::uint32_t max_cycles_per_flit = 1;
    std::vector<std::uint8_t> link_vcs;  ///< [output] VCs of its link; empty: V everywhere
    std::uint32_t max_latency = 0;

private:
    void number_ports(const rtl::NetworkDescription& description);
    void connect(const rtl::NetworkDescription& description);
    std::uint8_t latency_class(std::uint32_t latency);
};

}  // namespace flitscope::tl
