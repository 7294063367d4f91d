#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rtl_models/router/flit.h"
#include "rtl_models/router/router_parameters.h"
#include "rtl_models/waves/unit_pins.h"
#include "rtl_models/waves/wave_recorder.h"
#include "topologies/topology.h"
#include "waves/gtkwave_save.h"

namespace flitscope::waves {

/// The action of RC for the head at the front of an input VC, if it belongs to a multicast
/// (docs/headers_and_branches.md, section 1), as a waveform shows it.
enum class HeadAction { none, pass, receive_and_pass, receive_and_stop, drop, error };
/// From what the header unit says of the head. `valid`: it belongs to a multicast.
HeadAction head_action(bool valid, bool forward, bool receive, bool drop, bool error);
/// Entries of a header flit that are shown: the first ones.
constexpr int kMostShownEntries = 16;

/// The sources of one router's signals in a waveform. Any SignalSource may be absent; its signal is
/// then omitted.

struct InputVcSources {
    SignalSource state_q;      ///< 0 idle, 1 routed, 2 active
    SignalSource occupancy;    ///< flits in the FIFO
    SignalSource output_q;     ///< output port; -1: none
    SignalSource output_vc_q;  ///< VC held there; -1: none
    // For the head at the front, in networks with multicasts.
    SignalSource action{};                ///< HeadAction
    SignalSource control{};               ///< control field of its first valid entry
    SignalSource entry_valid{};           ///< bit i: entry i is there and not served
    std::vector<SignalSource> entries{};  ///< by entry: node; 0 if it is not valid
};

struct InputPortSources {
    const rtl::Flit* flit_i = nullptr;  ///< null: no such port (not connected)
    SignalSource credit_o;              ///< bit v: a slot of VC v was freed
    std::vector<InputVcSources> vcs;    ///< by VC
};

struct OutputVcSources {
    SignalSource held_q;     ///< 0 or 1
    SignalSource credits_q;  ///< absent with unbounded buffers and at ejection outputs
};

struct OutputPortSources {
    const rtl::Flit* flit_o = nullptr;  ///< null: no such port
    SignalSource credit_i;
    std::vector<OutputVcSources> vcs;  ///< by VC
    SignalSource serving_q;   ///< of a queue of whole messages: whether the link serves one
    SignalSource messages_q;  ///< messages in it, that one included
    SignalSource grant;       ///< input port granted the switch in this cycle, plus 1; 0: none
};

struct RouterSources {
    topo::NodeId router = 0;
    rtl::PortLayout ports;
    int virtual_channels = 1;                ///< V
    int buffer_flits = 1;                    ///< B, or rtl::kUnbounded
    int flit_bytes = 0;                      ///< that a flit carries; 0: none
    std::vector<InputPortSources> inputs;    ///< by input port
    std::vector<OutputPortSources> outputs;  ///< by output port
    std::shared_ptr<UnitPins> units;         ///< null: not shown
};

/// The destinations of a router's ports, as titles for people: "dimension 0 from router_4",
/// "injection", "ejection" or, if not every router has one node, "injection from node_5"; empty for
/// unconnected ports.
struct PortTitles {
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
};
PortTitles port_titles(const topo::Topology& topology, topo::NodeId router,
                       const rtl::PortLayout& ports);

/// Declares the signals of one router and their place in the save file. Only this function defines
/// the scopes of a router (docs/flit_to_waveform.md); every level uses it.
///
///     router_<id>
///       input_<p>          flit_i_valid, _kind, _vc, _message, _index, _source, _destination,
///                          _length, _data where flits carry bytes; credit_o
///         vc_<v>           state_q, occupancy, output_q, output_vc_q
///                          with multicasts action, control, entry_valid, entry_<i>
///       output_<p>         flit_o_..., credit_i
///         vc_<v>           held_q, credits_q
///                          with queued outputs serving_q, messages_q instead
///       switch_allocator   grant_<output>
///       <unit>             its pins
void add_router_view(const RouterSources& sources, const PortTitles& titles, WaveRecorder& recorder,
                     GtkwaveSave& save);

/// The part of a router that a view shows for a message: one input VC, and one output VC (two if a
/// multicast leaves a copy), with the wires of their ports. -1: none.
struct ShownRouter {
    struct Output {
        int port = -1;
        int vc = -1;
    };
    topo::NodeId router = 0;
    int input_port = -1;
    int input_vc = -1;
    std::vector<Output> outputs;

    /// The output of this port; null: not shown.
    const Output* output(int port) const {
        for (const Output& each : outputs) {
            if (each.port == port) {
                return &each;
            }
        }
        return nullptr;
    }
};
/// Adds that to a view with all groups open. add_router_view has put the signals into the dump.
void add_shown_router(const RouterSources& sources, const PortTitles& titles,
                      const ShownRouter& shown, GtkwaveSave& save);

/// "router_5": scope of a router, also at the head of every scope path.
std::string router_scope(topo::NodeId router);

}  // namespace flitscope::waves
