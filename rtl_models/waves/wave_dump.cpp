#include "rtl_models/waves/wave_dump.h"

#include <utility>

namespace flitscope::waves {

WaveDump::WaveDump(const std::string& path, const std::vector<topo::NodeId>& routers, Cycle from,
                   Cycle to)
    : routers_(routers.begin(), routers.end()),
      from_(from),
      vcd_(path),
      writer_(vcd_.path()),
      recorder_(writer_, from, to) {}

void WaveDump::add_router(RouterSources sources, const topo::Topology& topology) {
    if (!units_) {
        sources.units.reset();
    }
    const PortTitles titles = port_titles(topology, sources.router, sources.ports);
    GtkwaveSave unused;
    add_router_view(sources, titles, recorder_, shown_.empty() ? save_ : unused);
    for (std::size_t i = 0; i < shown_.size(); ++i) {
        if (shown_[i].router == sources.router) {
            add_shown_router(sources, titles, shown_[i], parts_[i]);
        }
    }
}

std::string WaveDump::finish(Cycle end) {
    recorder_.finish(end);
    for (const GtkwaveSave& part : std::exchange(parts_, {})) {
        save_.append(part);
    }
    vcd_.convert();
    return save_.write(path(), from_);
}

}  // namespace flitscope::waves
