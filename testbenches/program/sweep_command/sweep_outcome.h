#pragma once

#include <string>

#include "testbenches/drive/campaign/results_directory.h"

namespace flitscope::tb {

/// The outcome of the finished points and searches of a sweep, in a few lines for people: how many
/// points are in a state that is not `stable`, and where each search found saturation, or how long
/// its runs must be. Empty: all are stable, and nothing was searched.
std::string sweep_outcome(const ResultsDirectory& results);

}  // namespace flitscope::tb
