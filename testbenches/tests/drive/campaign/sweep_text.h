#pragma once

#include <string>

#include "testbenches/drive/campaign/sweep_points.h"

namespace flitscope::tb {

/// A base of a moment, as the first lines of a sweep.
constexpr const char* kSmallBase =
    "config:\n"
    "  topology: {kind: mesh, size: [4, 4]}\n"
    "  traffic: {load: 0.1}\n"
    "  measure: {warmup_messages: 100, max_cycles: 3000}\n";

inline SweepPoints sweep_of(const std::string& text) {
    return SweepPoints(parse_sweep("s.yaml", kSmallBase + text));
}

}  // namespace flitscope::tb
