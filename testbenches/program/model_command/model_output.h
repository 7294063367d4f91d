#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "testbenches/program/model_command/model_adapter.h"
#include "testbenches/program/plot/gnuplot_plot.h"

namespace flitscope::tb {

// Ways of writing a model's points; each takes the points as ModelAdapter::points() gives them.

/// {"model", "parameters", "points", "saturation_rate", "limiting", bounds}; numbers with 15
/// significant digits.
void write_model_json(const std::string& name, const ModelAdapter& model,
                      const std::vector<ModelAdapter::Json>& points, std::ostream& out);

/// A line of names, then a line per point; lists take a column per element (`blocking_0`), a
/// confidence interval `ci_low` and `ci_high`; cells without a value are empty.
void write_model_csv(const std::vector<ModelAdapter::Json>& points, std::ostream& out);

/// For people: 6 significant digits.
void write_model_table(const ModelAdapter& model, const std::vector<ModelAdapter::Json>& points,
                       std::ostream& out);

Plot plot_of_model(const std::string& name, const ModelAdapter& model,
                   const std::vector<ModelAdapter::Json>& points);

}  // namespace flitscope::tb
