#include "testbenches/program/import_booksim_command/booksim_translation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/tests/support/text_mutator.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string file_text(const std::string& name) {
    std::ifstream in(std::string(FLITSCOPE_BOOKSIM_FILES) + "/" + name);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::string translated(const std::string& text) {
    return translate_booksim("a.cfg", parse_booksim("a.cfg", text));
}

nlohmann::ordered_json resolved(const std::string& text) {
    return resolve(parse_config("a.yaml", translated(text)));
}

constexpr const char* kMesh = "topology = mesh; routing_function = dor; num_vcs = 4;\n";

TEST(BooksimTranslation, OfAWholeFileIsTheConfigurationOneWouldWrite) {
    EXPECT_EQ(resolved(file_text("mesh8.cfg")),
              resolve(parse_config("by_hand.yaml",
                                   "topology: {kind: mesh, size: [8, 8]}\n"
                                   "router: {virtual_channels: 4, buffer_flits: 8, pipeline: 4,\n"
                                   "         allocators: {switch: islip, iterations: 2}}\n"
                                   "link: {latency: 1}\n"
                                   "traffic: {load: 0.3, length: 5}\n"
                                   "seed: 7\n")));
}

TEST(BooksimTranslation, SaysWhatHasNoEqualAndWhatDiffers) {
    const std::string yaml = translated(file_text("mesh8.cfg"));
    EXPECT_THAT(yaml, HasSubstr("# * credit_delay = 2 (line 18): a credit takes as long"));
    EXPECT_THAT(yaml, HasSubstr("# * sim_type = throughput (line 25): "));
    EXPECT_THAT(yaml, Not(HasSubstr("internal_speedup")));  // 1 is its default, 1.0
    EXPECT_THAT(yaml, HasSubstr("# * uniform: never the node itself here"));
}

TEST(BooksimTranslation, SaysWhereEachLineComesFrom) {
    const std::string yaml = translated("topology = mesh; routing_function = dor; k = 4;");
    for (const std::string line :
         {"topology: {kind: mesh, size: [4, 4]}         # topology, k, n\n",
          "  buffer_flits: 8                            # vc_buf_size (default)\n",
          "  length: 1                                  # packet_size (default)\n",
          "link: {latency: 1}                           # channels of one cycle\n"}) {
        EXPECT_THAT(yaml, HasSubstr(line));
    }
    EXPECT_THAT(translated(std::string(kMesh) + "const_flits_per_packet = 5;"),
                HasSubstr("# const_flits_per_packet\n"));
}

/// BookSim2's own examples: all whose networks exist here, also those that BookSim2 itself does not
/// start because they leave the routing function to the command line.
TEST(BooksimTranslation, TakesTheExamplesWhoseNetworksExist) {
    const auto mesh = resolved(
        "topology = mesh; k = 8; n = 2; routing_function = dor; num_vcs = 8; wait_for_tail_credit "
        "= 1; routing_delay = 0; input_speedup = 2; traffic = transpose; packet_size = 20;");
    EXPECT_EQ(mesh["router"]["pipeline"], 3);
    EXPECT_EQ(
        resolved(
            "topology = torus; routing_function = dim_order; num_vcs = 2;")["topology"]["kind"],
        "torus");
    const std::string base =
        "read_request_end_vc = 5; num_vcs = 16; alloc_iters = 2; arb_type = "
        "matrix; internal_speedup = 1.7;";
    EXPECT_EQ(resolved(base)["topology"].dump(), R"({"kind":"torus","size":[8,8]})");
    EXPECT_EQ(resolved(base)["router"]["arbiter"], "matrix");
    EXPECT_THAT(translated(base), HasSubstr("# * routing_function = none (default): BookSim2 does "
                                            "not start without one; this is dim_order\n"));
}

TEST(BooksimTranslation, RefusesTheOthersByTheNameOfTheirNetwork) {
    for (const std::string settings :
         {"topology = cmesh; c = 4; use_read_write = 1; physical_subnetworks = 1;",
          "topology = fly; k = 10; n = 1; routing_function = dest_tag;",
          "topology = fattree; routing_function = nca; k = 4; n = 3;",
          "topology = flatfly; c = 4; routing_function = ran_min; limit = 64;",
          "topology = dragonflynew; routing_function = min; k = 4; n = 1;",
          "topology = anynet; routing_function = min; network_file = anynet_file;",
          "topology = qtree; routing_function = nca;", "topology = tree4;"}) {
        try {
            translated(settings);
            ADD_FAILURE() << settings << ": accepted";
        } catch (const ConfigError& error) {
            const std::string name = settings.substr(0, settings.find(';'));
            EXPECT_THAT(error.what(), testing::StartsWith("a.cfg:1:1: " + name +
                                                          ": there is no such network "
                                                          "here: a"));
            EXPECT_THAT(error.what(), HasSubstr("; accepted: mesh, torus"));
        }
    }
}

TEST(BooksimTranslation, SaysWhyMinAdaptIsFasterHere) {
    const std::string adaptive =
        "topology = mesh; routing_function = min_adapt; num_vcs = 4; wait_for_tail_credit = 1;";
    const std::string by_default = translated(adaptive);
    EXPECT_THAT(by_default, HasSubstr("BookSim2's stays in it to the end of its way"));
    EXPECT_THAT(by_default, HasSubstr("vc_reuse is buffer_empty, which the escape needs"));
    EXPECT_THAT(by_default, HasSubstr("vc_allocator = islip of BookSim2 is blind to priorities"));
    EXPECT_THAT(translated(adaptive + "vc_allocator = separable_input_first;"),
                Not(HasSubstr("blind to priorities")));
    EXPECT_THAT(translated("topology = mesh; routing_function = dor;"),
                Not(HasSubstr("min_adapt")));
}

TEST(BooksimTranslation, TakesBooksimsDefaultsForWhatIsNotStated) {
    const auto config = resolved("topology = torus; routing_function = dim_order;");
    EXPECT_EQ(config["topology"].dump(), R"({"kind":"torus","size":[8,8]})");
    EXPECT_EQ(config["router"]["virtual_channels"], 16);
    EXPECT_EQ(config["router"]["allocators"]["switch"], "islip");
    EXPECT_EQ(config["link"]["latency"], 2);  // folded
    EXPECT_EQ(config["traffic"]["length"], 1);
    EXPECT_EQ(config["traffic"]["rate"], 0.1);
    EXPECT_EQ(config["seed"], 0);
}

TEST(BooksimTranslation, MakesCubesOfMeshesOfTwoAndTakesDelaysTogether) {
    const auto cube = resolved(std::string(kMesh) + "k = 2; n = 6; speculative = 1;");
    EXPECT_EQ(cube["topology"].dump(), R"({"kind":"hypercube","dimensions":6})");
    EXPECT_EQ(cube["routing"]["algorithm"], "ecube");
    EXPECT_EQ(cube["router"]["pipeline"], 3);
    const auto slow = resolved(std::string(kMesh) + "routing_delay = 3; wait_for_tail_credit = 1;");
    EXPECT_EQ(slow["router"]["pipeline"], 4);
    EXPECT_EQ(slow["link"]["latency"], 3);
    EXPECT_EQ(slow["router"]["vc_reuse"], "buffer_empty");
}

TEST(BooksimTranslation, KnowsHotspotsAndBursts) {
    const auto config = resolved(std::string(kMesh) +
                                 "traffic = hotspot({27,36},{1,1}); injection_rate = 0.01;"
                                 "injection_process = on_off(0.25,0.5);");
    EXPECT_EQ(config["traffic"]["nodes"].dump(), "[27,36]");
    EXPECT_EQ(config["traffic"]["on_mean"], 2);
    EXPECT_EQ(config["traffic"]["off_mean"], 4);
}

TEST(BooksimTranslation, SaysWhatTheConfigurationIsWarnedOf) {
    const std::string yaml = translate_booksim(
        "a.cfg",
        parse_booksim("a.cfg", "topology = torus; routing_function = valiant; num_vcs = 2;"));
    EXPECT_NE(yaml.find("# * router.virtual_channels = 2: routing valiant with message_classes = 1 "
                        "needs 4 for freedom from deadlock"),
              std::string::npos)
        << yaml;
}

TEST(BooksimTranslation, NamesWhatCannotBeTakenOver) {
    const struct {
        const char* text;
        const char* message;
    } cases[] = {
        {"num_vc = 4;", "a.cfg:2:1: num_vc: BookSim2 has no such key; did you mean \"num_vcs\"?"},
        {"topology = fattree;",
         "a.cfg:2:1: topology = fattree: there is no such network here: a fat tree, whose inner "
         "switches have no nodes; accepted: mesh, torus"},
        {"topology = moebius;",
         "a.cfg:2:1: topology = moebius: BookSim2 has no such network; "
         "accepted: mesh, torus"},
        {"routing_function = romm;", "a.cfg:2:1: routing_function = romm: there is no such"},
        {"traffic = randperm(3);", "a.cfg:2:1: traffic = randperm(3): there is no such pattern"},
        {"num_vcs = 0;",
         "a.cfg:2:1: num_vcs = 0: cannot be taken over; accepted: an integer 1..64"},
        {"num_vcs = 1;\nrouting_function = valiant;",
         "a.cfg:2:1: num_vcs = 1: too few for routing_function = valiant, whose two phases have "
         "VCs "
         "of their own; accepted: an integer 2..64"},
        {"num_vcs = 4.5;", "a.cfg:2:1: num_vcs = 4.5: cannot be taken over"},
        {"injection_rate = {0.1,0.2};", "a.cfg:2:1: injection_rate = {0.1,0.2}: cannot be taken"},
        {"c = 4;", "a.cfg:2:1: c = 4: cannot be taken over; accepted: 1"},
        {"use_read_write = 1;", "a.cfg:2:1: use_read_write = 1: cannot be taken over"},
        {"n = 9; // x\nk = 1024;",
         "a.cfg:1:1: topology.size = [1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024, 1024]: does "
         "not fit, from topology, k, n: "},
        {"injection_process = on_off(0.25abc,0.5);",
         "a.cfg:2:1: injection_process = on_off(0.25abc,0.5): cannot be taken over; accepted: "
         "on_off(ALPHA,BETA), each 1e-09..1"},
        {"injection_process = on_off(0.25,0.5)x;", "a.cfg:2:1: injection_process = on_off("},
        {"injection_process = on_off(0.25,0.5,0.1);", "a.cfg:2:1: injection_process = on_off("},
        {"injection_process = on_off(0.25);", "a.cfg:2:1: injection_process = on_off(0.25): "},
        {"injection_process = on_off(0.25,2);", "a.cfg:2:1: injection_process = on_off("},
        {"num_vcs = 1;\nrouting_function = min_adapt;",
         "a.cfg:2:1: router.virtual_channels = 1: does not fit, from num_vcs: too few for "
         "routing duato"},
    };
    for (const auto& each : cases) {
        try {
            translated(std::string(kMesh) + each.text);
            ADD_FAILURE() << each.text << ": accepted";
        } catch (const ConfigError& error) {
            EXPECT_EQ(std::string(error.what()).substr(0, std::string(each.message).size()),
                      each.message);
        }
    }
}

TEST(BooksimTranslation, HostileFilesAreTranslatedOrRefusedOnOneLine) {
    const std::vector<std::string> texts = {
        file_text("mesh8.cfg"), std::string(kMesh) + "traffic = hotspot({1,2});",
        "topology = torus; k = 4; n = 3; routing_function = min_adapt; buf_size = 64;",
        "injection_process = on_off(0.1,0.2); burst_alpha = 1e-3; topology = {mesh}; // x"};
    TextMutator mutator(1, {"= {", "};", "k = 1;", "n = 20;", "99999999999999999999", "-1", "1e400",
                            "hotspot(", "on_off(,", "//", "nan", std::string(1, '\0')});
    int accepted = 0;
    for (int i = 0; i < 4000; ++i) {
        const std::string text = mutator.mutate(texts[mutator.below(texts.size())], texts);
        try {
            const std::string yaml = translated(text);
            parse_config("a.yaml", yaml);
            ++accepted;
        } catch (const ConfigError& error) {
            ASSERT_EQ(std::string(error.what()).find('\n'), std::string::npos) << text;
            ASSERT_NE(std::string(error.what()).find("a.cfg"), std::string::npos) << text;
        }
    }
    EXPECT_GT(accepted, 40);
}

}  // namespace
}  // namespace flitscope::tb
