#pragma once

#include <functional>
#include <string>
#include <vector>

namespace flitscope::waves {

/// Returns the scopes of a signal in the merged dump, from the top.
using PlaceScopes = std::function<void(std::vector<std::string>& scopes)>;

/// Writes one dump with the signals of several dumps: scopes of equal name are merged. Each is a
/// value change dump of one writer (ours or Verilator's), with `$timescale 1 ps`. The files are
/// read once, line by line. Throws std::runtime_error, which names the file, if one cannot be read
/// or written, is not such a dump, or has another time scale.
void merge_vcd(const std::vector<std::string>& dumps, const std::string& merged,
               const PlaceScopes& place = {});

/// The signals of a dump by their path, "router_5.flit_i_valid", and width. Throws as merge_vcd.
struct VcdSignal {
    std::string scope;
    std::string name;
    int width = 1;
};
std::vector<VcdSignal> signals_of_vcd(const std::string& dump);

}  // namespace flitscope::waves
