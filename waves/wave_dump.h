#pragma once

#include <set>
#include <string>
#include <vector>

#include "waves/gtkwave_save.h"
#include "waves/router_view.h"
#include "waves/vcd_writer.h"
#include "waves/wave_recorder.h"

namespace flitscope::waves {

/// A dump of chosen routers in a window of cycles, and the GTKWave view that goes with it: what the
/// `waves:` section of a configuration asks for. Handed to a network, which adds its routers while
/// it is built and then reports its cycles.
class WaveDump {
public:
    /// `routers`: ids, empty means all. The dump is at `path`, the view beside it. Throws
    /// std::runtime_error when the file cannot be written. A path that ends in .fst gives a dump
    /// in that format, made of a value change dump at the end.
    WaveDump(const std::string& path, const std::vector<topo::NodeId>& routers, Cycle from,
             Cycle to);
    ~WaveDump();
    WaveDump(const WaveDump&) = delete;
    WaveDump& operator=(const WaveDump&) = delete;

    bool wants(topo::NodeId router) const {
        return routers_.empty() || routers_.count(router) != 0;
    }
    /// Before the network is built: the view shows only this, router by router as listed, instead
    /// of everything in the dump.
    void show_only(const std::vector<ShownRouter>& shown) {
        shown_ = shown;
        parts_.resize(shown.size());
    }
    /// Before the network is built: whether the dump has the pins of the units. It has.
    void show_units(bool show) { units_ = show; }
    void add_router(RouterSources sources, const topo::Topology& topology);
    WaveRecorder& recorder() { return recorder_; }
    /// What the view shows, for another view of more than this dump. Complete when the run is over.
    GtkwaveSave& view() { return save_; }
    /// The dump as asked for, and as a value change dump: the same file, or one beside it that is
    /// there until this object is gone.
    const std::string& path() const { return path_; }
    const std::string& vcd_path() const { return writer_.path(); }
    Cycle from() const { return from_; }

    /// The run ended before edge `end`. Writes the rest and the view; returns the view's path.
    std::string finish(Cycle end);

private:
    std::set<topo::NodeId> routers_;
    Cycle from_;
    std::string path_;
    VcdWriter writer_;
    WaveRecorder recorder_;
    GtkwaveSave save_;
    bool units_ = true;
    std::vector<ShownRouter> shown_;
    std::vector<GtkwaveSave> parts_;  ///< by entry of shown_
};

}  // namespace flitscope::waves
