#pragma once

#include <vector>

#include "testbenches/drive/campaign/sweep_file.h"
#include "testbenches/drive/configuration/config_section.h"

namespace flitscope::tb {

/// The axes of the section `axes`: lists, `{from, to, step}` and `{from, to, count}`. Keys and
/// values are ready for apply_override, with the place in the file for messages. For
/// `{adaptive: N}` the axis has no values, and `adaptive` is N.
std::vector<SweepAxis> read_axes(ConfigSection axes, std::int64_t& adaptive);

/// The axis of the list `paired`: mappings of the same keys, one per position.
SweepAxis read_paired(const ConfigNode& paired);

}  // namespace flitscope::tb
