#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbenches/drive/configuration/experiment_config.h"
#include "topologies/routing/ecube.h"

namespace flitscope::tb {

// The requirements of models on a configuration.

/// Throws OptionError ("topology.kind") unless the topology is one of `known`.
void require_topology(const std::string& model, const ExperimentConfig& config,
                      const std::vector<std::string>& known);

/// Throws OptionError ("traffic.arrivals") for a trace, because rate, lengths and pattern have no
/// effect with one.
void require_drawn_messages(const std::string& model, const ExperimentConfig& config);
/// Throws OptionError ("routing.algorithm") unless `fits`.
void require_routing(const std::string& model, const ExperimentConfig& config, bool fits,
                     const std::string& accepted);

/// In which order e-cube routing crosses the dimensions of the hypercube; none: it is another
/// routing. `dimension_order` is e-cube there.
std::optional<topo::Ecube::Order> ecube_order(const ExperimentConfig& config);

/// Adds `text` unless the machine is `as_assumed`.
void note_difference(std::vector<std::string>& differences, bool as_assumed, const char* text);

/// Where arrivals are not Poisson, nor nearly so as Bernoulli arrivals are; where links take extra
/// time.
std::vector<std::string> differences_of_traffic_and_links(const ExperimentConfig& config);

/// The same, and where ports and pipeline are not those of the wormhole papers.
std::vector<std::string> differences_from_papers(const ExperimentConfig& config);

}  // namespace flitscope::tb
