#include "rtl_models/waves/wave_dump.h"

#include <filesystem>
#include <utility>

#include "waves/fst_file.h"

namespace flitscope::waves {

WaveDump::WaveDump(const std::string& path, const std::vector<topo::NodeId>& routers, Cycle from,
                   Cycle to)
    : routers_(routers.begin(), routers.end()),
      from_(from),
      path_(path),
      writer_(vcd_behind(path)),
      recorder_(writer_, from, to) {}

WaveDump::~WaveDump() {
    if (path_ != vcd_path()) {
        std::error_code ignored;
        std::filesystem::remove(vcd_path(), ignored);
    }
}

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
    if (path_ != vcd_path()) {
        vcd_to_fst(vcd_path(), path_);
    }
    return save_.write(path_, from_);
}

}  // namespace flitscope::waves
