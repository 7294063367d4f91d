#pragma once

#include <memory>
#include <string>

#include "rtl_models/cosim/rtl_trace.h"
#include "rtl_models/waves/event_log.h"
#include "rtl_models/waves/wave_dump.h"
#include "testbenches/drive/configuration/experiment_config.h"
#include "testbenches/drive/run/network_factory.h"
#include "waves/buffered_file.h"

namespace flitscope::tb {

/// The event log, the dump and the trace that were asked for.
class Recordings {
public:
    /// `events`, `trace`: "" for none. `folder`: where a relative `waves.file` goes. Throws
    /// OutputError.
    Recordings(const ExperimentConfig& config, const std::string& events,
               const waves::EventFilter& filter, const std::string& folder,
               const std::string& trace);

    bool any() const { return events_ || waves_; }
    waves::BufferedFile* trace() const { return trace_.get(); }
    /// The run is over before edge `end`; one more cycle follows, so that all of the last one is
    /// seen.
    void end_at(rtl::Cycle end);
    NetworkTaps taps() const { return {events_.get(), waves_.get(), rtl_.get()}; }
    /// The run ended before edge `end`; the network is still there.
    void finish(rtl::Cycle end);

private:
    rtl::Cycle end_ = rtl::kNever;
    std::unique_ptr<waves::EventLog> events_;
    std::unique_ptr<waves::WaveDump> waves_;
    std::unique_ptr<cosim::RtlTrace> rtl_;
    std::unique_ptr<waves::BufferedFile> trace_;
};

}  // namespace flitscope::tb
