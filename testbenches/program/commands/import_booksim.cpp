#include <filesystem>
#include <iostream>

#include "common/atomic_file.h"
#include "testbenches/program/commands/command.h"
#include "testbenches/program/commands/outputs.h"
#include "testbenches/program/import_booksim_command/booksim_translation.h"

namespace flitscope::tb {

namespace {

class ImportBooksimCommand : public Command {
public:
    ImportBooksimCommand()
        : Command("import-booksim",
                  "Translates a BookSim2 file into a configuration and lists what differs",
                  "Prints the configuration. With --out DIR it writes DIR/NAME.yaml for NAME.cfg "
                  "(docs/coming_from_booksim.md).") {}

    bool takes_config() const override { return false; }
    void declare(CLI::App& app) override {
        app.add_option("FILE", file_, "configuration of BookSim2, or - for standard input")
            ->required()
            ->type_name("");
        app.add_flag("--force", force_,
                     "also overwrites a DIR/NAME.yaml that this command did not write");
    }

    int run(const CommonOptions& common) override {
        if (!common.sets.empty() || common.json) {
            throw UsageError(std::string(common.json ? "--json" : "--set") +
                             ": import-booksim writes YAML, which you can edit");
        }
        const std::string name = file_ == "-" ? "<stdin>" : file_;
        const std::string yaml =
            translate_booksim(name, parse_booksim(name, read_config_text(file_)));
        if (common.out.empty()) {
            std::cout << yaml;
            return exit_code(ExitCode::done);
        }
        Outputs outputs(common);
        outputs.reads("FILE", file_);
        const std::string stem =
            file_ == "-" ? "booksim" : std::filesystem::path(file_).stem().string();
        const std::string written = outputs.in_folder(stem + ".yaml");
        outputs.rewrites("--out", written, {kTranslationMark, kTranslationMark.size()}, force_);
        outputs.make_folder();
        write_file(written, yaml);
        print_report(common, "", written + "\n");
        return exit_code(ExitCode::done);
    }

private:
    std::string file_;
    bool force_ = false;
};

}  // namespace

std::unique_ptr<Command> make_import_booksim_command() {
    return std::make_unique<ImportBooksimCommand>();
}

}  // namespace flitscope::tb
