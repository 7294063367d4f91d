#pragma once

#include <set>
#include <string>
#include <vector>

#include "rtl_models/waves/router_view.h"
#include "rtl_models/waves/wave_recorder.h"
#include "waves/fst_file.h"
#include "waves/gtkwave_save.h"
#include "waves/vcd_writer.h"

namespace flitscope::waves {

/// A dump of selected routers in a window of cycles, with its GTKWave view, as the `waves:` section
/// of a configuration defines it. A network gets it, adds its routers during construction and then
/// reports its cycles.
class WaveDump {
public:
    /// `routers`: ids, empty means all. The dump is at `path`, the view next to it. Throws
    /// std::runtime_error if the file cannot be written. A path that ends in .fst gives a dump in
    /// that format, converted from a value change dump at the end.
    WaveDump(const std::string& path, const std::vector<topo::NodeId>& routers, Cycle from,
             Cycle to);

    bool wants(topo::NodeId router) const {
        return routers_.empty() || routers_.count(router) != 0;
    }
    /// Call it before the network is built: the view shows only this, router by router as listed,
    /// instead of the whole dump.
    void show_only(const std::vector<ShownRouter>& shown) {
        shown_ = shown;
        parts_.resize(shown.size());
    }
    /// Call it before the network is built: whether the dump has the pins of the units; default:
    /// true.
    void show_units(bool show) { units_ = show; }
    void add_router(RouterSources sources, const topo::Topology& topology);
    WaveRecorder& recorder() { return recorder_; }
    /// The content of the view, for a view of several dumps. Complete when the run is over.
    const GtkwaveSave& view() const { return save_; }
    /// The requested dump, and the value change dump: the same file, or one next to it that exists
    /// until this object is destroyed.
    const std::string& path() const { return vcd_.dump(); }
    const std::string& vcd_path() const { return vcd_.path(); }
    Cycle from() const { return from_; }

    /// The run ended before edge `end`. Writes the rest and the view; returns the path of the view.
    std::string finish(Cycle end);

private:
    std::set<topo::NodeId> routers_;
    Cycle from_;
    VcdBehind vcd_;
    VcdWriter writer_;
    WaveRecorder recorder_;
    GtkwaveSave save_;
    bool units_ = true;
    std::vector<ShownRouter> shown_;
    std::vector<GtkwaveSave> parts_;  ///< by entry of shown_
};

}  // namespace flitscope::waves
