#include "rtl_models/cost/liberty_cells.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace flitscope::cost {
namespace {

const std::string kInverter =
    "cell (INV) { area : 0.5; pin (A) { direction : input; }\n"
    "pin (Y) { direction : output; function : \"(!A)\"; } }\n";
const std::string kFlipFlop =
    "cell (\"DFF\") { area : 4\n ff (\"IQ\", \"IQN\") { clocked_on : \"C\"; next_state : \"D\"; } "
    "}\n";

std::string problem_of(const std::string& text) {
    try {
        liberty_cells(text);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(LibertyCells, ReadsAreasFlipFlopsAndTheSmallestInverter) {
    const LibertyCells cells = liberty_cells(
        "/* library (other) { } */ library (small) {\n delay_model : table_lookup;\n"
        "cell (INVX8) { area : 3; pin (A) { direction : \"input\"; }\n"
        "pin (Y) { direction : output; function : \"A'\"; } }\n" +
        kInverter +
        "cell (BUF) { area : 0.25; pin (A) { direction : input; } pin (Y) { function : \"A\"; } }\n"
        "cell (NAND2) { area : 1; pin (A) { direction : input; } pin (B) { direction : input; }\n"
        "pin (Y) { function : \"!(A B)\"; timing () { values (\"0, 1\", \\\n \"2, 3\"); } } }\n" +
        kFlipFlop + "}\n");
    EXPECT_EQ(cells.name, "small");
    EXPECT_EQ(cells.inverter, "INV");
    EXPECT_THAT(cells.flip_flops, testing::ElementsAre("DFF"));
    EXPECT_THAT(cells.area,
                testing::ElementsAre(testing::Pair("BUF", 0.25), testing::Pair("DFF", 4),
                                     testing::Pair("INV", 0.5), testing::Pair("INVX8", 3),
                                     testing::Pair("NAND2", 1)));
}

TEST(LibertyCells, SaysWhatIsMissing) {
    EXPECT_THAT(problem_of(""), testing::HasSubstr("is no cell library"));
    EXPECT_THAT(problem_of("module t; endmodule"), testing::HasSubstr("is no cell library"));
    EXPECT_THAT(problem_of("library (l) { /*"), testing::HasSubstr("is no cell library"));
    EXPECT_THAT(problem_of("library (l) {" + kInverter + "}"),
                testing::HasSubstr("has no flip-flop"));
    EXPECT_THAT(problem_of("library (l) {" + kFlipFlop + "}"),
                testing::HasSubstr("has no inverter"));
}

}  // namespace
}  // namespace flitscope::cost
