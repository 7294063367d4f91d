#pragma once

#include <iosfwd>
#include <string>

#include "testbenches/drive/configuration/experiment_config.h"

namespace flitscope::tb {

struct PlanCommandOptions {
    std::string algorithm;     ///< of tlm/collectives/collectives.def, or of tl::exchanges()
    std::string source;        ///< node id, or coordinates as "(1,1)"
    std::string destinations;  ///< such nodes, with commas between them; "": not given
    /// Of sbt: "fixed", "rotating", "random" (the first of the source's broadcasts with the seed of
    /// the configuration) or a dimension. "": not given, traffic.broadcast.base.
    std::string base;
    std::string ports;  ///< of sbt: "all" or "one" message of a node in a step; "": not given, all
    std::string collective;  ///< kind of exchange whose algorithm it is; "": none
    std::string tree;        ///< of the exchange by a tree; "": not given, binomial
    bool labels = false;     ///< ids in options and output are Hamiltonian labels
    bool networks = false;   ///< the picture shows the networks of higher and lower labels
    bool json = false;       ///< instead of the table
};

/// Prints the schedule of a broadcast, multicast or exchange, as text or JSON, and simulates
/// nothing. Exit code 0. Throws OptionError where the configuration or an option does not
/// fit; the keys of options begin with "--". Networks of more than 2^20 nodes are refused: key
/// "topology.kind".
int plan_command(const ExperimentConfig& config, const PlanCommandOptions& options,
                 std::ostream& out);

/// The same plan as an SVG picture (plan_drawing.h). Throws as plan_command, and OptionError
/// ("--svg") for networks that are too large to draw.
std::string plan_picture(const ExperimentConfig& config, const PlanCommandOptions& options);

}  // namespace flitscope::tb
