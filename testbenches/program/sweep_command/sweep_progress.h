#pragma once

#include "testbenches/drive/campaign/local_executor.h"
#include "testbenches/program/console/status_line.h"

namespace flitscope::tb {

/// How far a running sweep is, on the status line.
class SweepProgress : public PointListener {
public:
    /// `before`: as it was found; `jobs`: points at a time.
    SweepProgress(const SweepStatus& before, int jobs, bool enabled);

    void ended(bool done) override;
    void waiting() override { show(); }
    const SweepStatus& status() const { return status_; }

private:
    void show();

    SweepStatus status_;
    std::int64_t missing_before_;
    int jobs_;
    StatusLine line_;
};

/// The line itself. `ended`: points that ended in the `elapsed_s` since it was started.
std::string sweep_progress_line(const SweepStatus& status, std::int64_t ended, double elapsed_s);

}  // namespace flitscope::tb
