#include "testbenches/program/point_run/recordings.h"

#include <algorithm>
#include <filesystem>

#include "testbenches/drive/traffic/trace_file.h"

namespace flitscope::tb {

Recordings::Recordings(const ExperimentConfig& config, const std::string& events,
                       const waves::EventFilter& filter, const std::string& folder,
                       const std::string& trace) {
    if (!trace.empty()) {
        trace_ = std::make_unique<waves::BufferedFile>(trace);
        trace_->put(trace_header());
    }
    if (!events.empty()) {
        events_ = std::make_unique<waves::EventLog>(events, config.router.stages(), filter);
    }
    if (config.waves) {
        const WavesConfig& wanted = *config.waves;
        const std::string path = (std::filesystem::path(folder) / wanted.file).string();
        waves_ = std::make_unique<waves::WaveDump>(path, wanted.routers, wanted.from, wanted.to);
        waves_->show_units(wanted.ports);
        if (wanted.rtl) {
            rtl_ =
                std::make_unique<cosim::RtlTrace>(*waves_, wanted.routers, wanted.from, wanted.to);
        }
    }
}

void Recordings::end_at(rtl::Cycle end) {
    end_ = end;
    if (events_) {
        events_->end_at(end);
    }
    if (waves_) {
        waves_->recorder().end_at(end);
    }
    if (rtl_) {
        rtl_->end_at(end);
    }
}

void Recordings::finish(rtl::Cycle end) {
    if (events_) {
        events_->finish();
    }
    if (waves_) {
        waves_->finish(std::min(end, end_));
    }
    if (rtl_) {
        rtl_->finish();
    }
    if (trace_) {
        trace_->close();
    }
}

}  // namespace flitscope::tb
