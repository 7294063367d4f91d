#pragma once

#include <functional>
#include <string>
#include <vector>

namespace flitscope::waves {

/// Says where in the merged dump the scopes of a signal are, from the top.
using PlaceScopes = std::function<void(std::vector<std::string>& scopes)>;

/// Writes one dump that holds the signals of several, side by side: scopes of equal name become
/// one. Value change dumps of one writer each (ours, Verilator's), all with `$timescale 1 ps`. The
/// files are read once, line by line. Throws std::runtime_error naming the file for one that cannot
/// be read or written, is no such dump, or has another time scale.
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
