// What users of `flitscope import-booksim` see, and that what it writes runs.
#include "testbenches/tests/program/cli_fixture.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;

constexpr const char* kBooksim =
    "topology = mesh; k = 4; n = 2; routing_function = dor; num_vcs = 2; packet_size = 5;\n"
    "injection_rate = 0.01;\n";

using ImportProgram = Cli;

TEST_F(ImportProgram, WritesAConfigurationThatRuns) {
    folder_.write("mesh.cfg", kBooksim);
    const auto imported = run({"import-booksim", "mesh.cfg", "--out", "ours"});
    EXPECT_EQ(imported.code, 0) << imported.err;
    EXPECT_EQ(imported.out, "ours/mesh.yaml\n");
    EXPECT_EQ(folder_.read("ours/mesh.yaml"), run({"import-booksim", "mesh.cfg"}).out);
    const auto ran = run({"run", "ours/mesh.yaml", "--json", "--quiet"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    // All delays 1: 13 cycles over a channel and 5 flits (docs/coming_from_booksim.md).
    EXPECT_EQ(Json::parse(ran.out)["latency"]["unicast"]["min"], 13);
}

TEST_F(ImportProgram, RefusesWithOneLine) {
    folder_.write("mesh.cfg", kBooksim);
    expect_usage_error({"import-booksim", "none.cfg"}, "none.cfg: cannot be opened");
    expect_usage_error({"import-booksim", "mesh.cfg", "--set", "seed=1"}, "--set: ");
    folder_.write("fly.cfg", "topology = fly;\nrouting_function = dest_tag;\n");
    expect_usage_error({"import-booksim", "fly.cfg"}, "fly.cfg:1:1: topology = fly");
    ProcessOptions options;
    options.standard_input = std::string(5U << 20U, ' ') + kBooksim;
    const Finished big = run({"import-booksim", "-"}, options);
    EXPECT_EQ(big.code, 2);
    EXPECT_THAT(big.err, HasSubstr("<stdin>: "));
    EXPECT_THAT(big.err, HasSubstr("bytes"));
}

}  // namespace
}  // namespace flitscope::tb
