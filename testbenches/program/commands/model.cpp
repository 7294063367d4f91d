#include <iostream>
#include <set>
#include <sstream>

#include "testbenches/program/commands/command.h"
#include "testbenches/program/commands/outputs.h"
#include "testbenches/program/model_command/model_command.h"
#include "testbenches/program/plot/gnuplot_plot.h"

namespace flitscope::tb {

namespace {

class AnalyticalModelCommand : public Command {
public:
    AnalyticalModelCommand()
        : Command("model", "Evaluates the analytical model that the section model of CONFIG names",
                  "Models and their parameters: docs/models.md") {}

    void declare(CLI::App& app) override {
        app.add_option("--rates", options_.rates,
                       "message rates: 0.001,0.002 or FROM:TO:COUNT; default: that of CONFIG")
            ->type_name("RATES");
        app.add_flag("--csv", options_.csv,
                     "prints a line of column names, then one line per point");
        app.add_option("--plot", options_.plot, "draws the points into this .svg or .png file")
            ->type_name("FILE");
    }

    int run(const CommonOptions& common) override {
        const ExperimentConfig config = read_config(common.config, common.sets, ConfigUse::model);
        print_unused(config, common);
        options_.json = common.json;
        if (!options_.plot.empty()) {
            Outputs(common).writes("--plot", options_.plot);
        }
        try {
            std::ostringstream unseen;
            const bool quiet = common.quiet && !options_.json && !options_.csv;
            return model_command(config, options_, quiet ? unseen : std::cout);
        } catch (const OptionError& error) {
            const std::set<std::string> own = {"rates", "csv", "plot"};
            if (own.count(error.key()) != 0) {
                throw UsageError("--" + error.key() + ": " + error.what());
            }
            throw option_error(config, error);
        } catch (const PlotError& error) {
            throw UsageError("--plot " + shortened(options_.plot) + ": " + error.what());
        }
    }

private:
    ModelCommandOptions options_;
};

}  // namespace

std::unique_ptr<Command> make_model_command() { return std::make_unique<AnalyticalModelCommand>(); }

}  // namespace flitscope::tb
