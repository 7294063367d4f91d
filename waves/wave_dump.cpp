#include "waves/wave_dump.h"

namespace flitscope::waves {

WaveDump::WaveDump(const std::string& path, const std::vector<topo::NodeId>& routers, Cycle from,
                   Cycle to)
    : routers_(routers.begin(), routers.end()),
      from_(from),
      writer_(path),
      recorder_(writer_, from, to) {}

void WaveDump::add_router(const RouterSources& sources, const topo::Topology& topology) {
    add_router_view(sources, port_titles(topology, sources.router, sources.ports), recorder_,
                    save_);
}

std::string WaveDump::finish(Cycle end) {
    recorder_.finish(end);
    return save_.write(writer_.path(), from_ * kPicosecondsPerCycle);
}

}  // namespace flitscope::waves
