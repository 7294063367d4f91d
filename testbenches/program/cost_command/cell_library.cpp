#include "testbenches/program/cost_command/cell_library.h"

#include <optional>
#include <stdexcept>

#include "common/whole_file.h"
#include "testbenches/program/console/exit_code.h"
#include "testbenches/program/rtl_command/exportable_network.h"

namespace flitscope::tb {

CellLibrary read_cell_library(const std::string& liberty) {
    std::string file = liberty;
    std::string remedy = "; accepted: osu018, osu035, or a file in the liberty format";
    if (liberty.empty()) {
        file = rtl_sources().rtl_models + "/cost/files/gates.lib";
        remedy = "; install flitscope again";
    } else if (liberty == "osu018" || liberty == "osu035") {
        file = "/usr/share/qflow/tech/" + liberty + "/" + liberty + "_stdcells.lib";
        remedy = "; on Debian: apt-get install qflow-tech-" + liberty;
    }
    const std::optional<std::string> text = whole_file(file);
    if (!text) {
        throw UsageError("cost: --liberty " + file + ": cannot be read" + remedy);
    }
    try {
        return {!liberty.empty(), *text, cost::liberty_cells(*text)};
    } catch (const std::invalid_argument& error) {
        throw UsageError("cost: --liberty " + file + ": " + error.what() +
                         "; accepted: a library with flip-flops and inverters");
    }
}

}  // namespace flitscope::tb
