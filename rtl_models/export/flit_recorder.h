#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/export/exported_network.h"
#include "rtl_models/export/wire_flits.h"
#include "rtl_models/router/contract/network_observer.h"

namespace flitscope::exported {

/// What passes the nodes of a network while it runs, for the testbench of an export: every flit
/// that goes into an injection buffer or is consumed, with its edge.
class FlitRecorder final : public rtl::NetworkObserver {
public:
    /// The network outlives it.
    explicit FlitRecorder(const ExportedNetwork& network);

    void flit_written(rtl::Cycle edge, topo::NodeId router, int input_port,
                      const rtl::Flit& flit) override;
    void flit_consumed(rtl::Cycle edge, topo::NodeId router, int output_port,
                       const rtl::Flit& flit) override;

    /// A flit that passes a stream.
    struct Passing {
        rtl::Cycle edge;
        int stream;
        int vc;
        std::string flit;  ///< FlitLayout::hex
        bool tail;
    };
    /// What a testbench plays and expects: by edge, then stream.
    struct Recording {
        rtl::Cycle edges;  ///< those before this one
        std::vector<Passing> injected;
        std::vector<Passing> consumed;
    };
    /// The flits of the first `edges` edges.
    Recording recording(rtl::Cycle edges) const {
        return {edges, sorted(injected_, edges), sorted(consumed_, edges)};
    }

private:
    using StreamNumbers = std::map<std::pair<topo::RouterId, int>, int>;
    static StreamNumbers numbers_of(const std::vector<Stream>& streams);
    static std::vector<Passing> sorted(std::vector<Passing> passings, rtl::Cycle end);
    void record(std::vector<Passing>& to, rtl::Cycle edge, int stream, const rtl::Flit& flit) const;

    const ExportedNetwork& network_;
    WireFlits wires_;
    StreamNumbers sources_;
    StreamNumbers sinks_;
    std::vector<Passing> injected_;
    std::vector<Passing> consumed_;
};

/// Lines of $readmemh: edge, stream, VC, flit.
std::string memory_lines(const std::vector<FlitRecorder::Passing>& passings);

}  // namespace flitscope::exported
