#include "testbenches/program/import_booksim_command/booksim_translation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/tests/support/temporary_folder.h"
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
                                   "         allocators: {switch: islip, iterations: 2},\n"
                                   "         injection_order: one_by_one}\n"
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
    EXPECT_EQ(mesh["router"]["lookahead"], true);
    EXPECT_EQ(mesh["router"]["input_speedup"], 2);
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

TEST(BooksimTranslation, TakesTwoLengths) {
    const auto length = [](const std::string& settings) {
        return resolved(kMesh + settings)["traffic"]["length"].dump();
    };
    const std::string mixed = R"({"distribution":"bimodal","short":1,"long":5,"long_fraction":)";
    EXPECT_EQ(length("packet_size = {{1,5}}; packet_size_rate = {{4,1}};"), mixed + "0.2}");
    EXPECT_EQ(length("packet_size = {{5,1}}; packet_size_rate = {{4,1}};"), mixed + "0.8}");
    EXPECT_EQ(length("packet_size = {{1,5}};"), mixed + "0.5}");
    for (const char* const refused :
         {"packet_size = {1,5};", "packet_size = {{1,2,5}};", "packet_size = {{5,5}};",
          "packet_size = {{1,x}};", "packet_size = {{0,5}};", "packet_size = {{1,5},{1,5}};",
          "packet_size = {{1,5}}; packet_size_rate = {{1,2,3}};",
          "packet_size = {{1,5}}; packet_size_rate = {{0,1}};"}) {
        EXPECT_THROW(translated(std::string(kMesh) + refused), ConfigError) << refused;
    }
}

TEST(BooksimTranslation, SharesBuffersWhereBooksimDoes) {
    const std::string shared = std::string(kMesh) + "buffer_policy = shared; buf_size = 32; ";
    const auto router = resolved(shared + "private_buf_size = 2;")["router"];
    EXPECT_EQ(router["buffers"], "shared");
    EXPECT_EQ(router["buffer_flits"], 8);
    EXPECT_EQ(router["reserved"], 2);
    EXPECT_EQ(resolved(shared)["router"]["reserved"], 1);
    EXPECT_EQ(resolved(shared + "private_buf_size = -1;")["router"]["reserved"], 8);
    EXPECT_EQ(resolved(kMesh)["router"]["buffers"], "private");
    for (const char* const refused : {"private_buf_size = 9;", "private_buf_size = 0;",
                                      "private_bufs = 2;", "buffer_policy = limited_shared;"}) {
        EXPECT_THROW(translated(shared + refused), ConfigError) << refused;
    }
}

/// What a translation says of the network: kind and options, routing, latencies.
std::string network_of(const std::string& text) {
    std::string found;
    std::istringstream lines(translated(text));
    for (std::string line; std::getline(lines, line);) {
        for (const std::string key : {"topology: ", "routing: ", "link: "}) {
            if (line.rfind(key, 0) == 0) {
                found += line.substr(key.size(), line.find(" #") - key.size());
                found.erase(found.find_last_not_of(' ') + 1);
                found += '\n';
            }
        }
    }
    return found;
}

/// Facts of BookSim2's example files for networks with none or several nodes at a router.
TEST(BooksimTranslation, TakesTheExamplesOfConcentratedNetworks) {
    EXPECT_EQ(network_of("topology = cmesh; k = 4; n = 2; c = 4; xr = 2; yr = 2; x = 4; y = 4; "
                         "routing_function = dor_no_express; traffic = bitcomp; "
                         "use_read_write = 0; batch_size = 2000;"),
              "{kind: concentrated_mesh, size: [4, 4], concentration: 4}\n"
              "{algorithm: dimension_order}\n{latency: 2}\n");
    EXPECT_EQ(network_of("topology = flatfly; c = 4; k = 4; n = 2; x = 4; y = 4; xr = 2; yr = 2; "
                         "routing_function = ran_min; num_vcs = 8; vc_buf_size = 4; subnets = 1;"),
              "{kind: flattened_butterfly, radix: 4, dimensions: 2, concentration: 4}\n"
              "{algorithm: dimension_order}\n{latency: 3}\n");
    EXPECT_EQ(network_of("topology = fattree; k = 4; n = 3; routing_function = nca; num_vcs = 4; "
                         "hold_switch_for_packet = 1; vc_buf_size = 16; watch_out = -;"),
              "{kind: fat_tree, radix: 4, levels: 3}\n"
              "{algorithm: nearest_common_ancestor, up: salt}\n{latency: 1}\n");
    EXPECT_EQ(network_of("topology = dragonflynew; k = 4; n = 1; routing_function = min; "
                         "num_vcs = 2; vc_buf_size = 256; packet_size = 10;"),
              "{kind: dragonfly, routers_per_group: 8, global_links: 4, nodes_per_router: 4}\n"
              "{algorithm: minimal}\n{latency: 10, global: {latency: 100}}\n");
    EXPECT_EQ(network_of("topology = fly; k = 10; n = 1; routing_function = dest_tag; num_vcs = 8;"
                         "sample_period = 100000;"),
              "{kind: concentrated_mesh, size: [1], concentration: 10}\n"
              "{algorithm: dimension_order}\n{latency: 1}\n");
    const GivenFile file("anynet_file",
                         "router 0 node 0 node 1 node 2 router 1\nrouter 1 node 3 node 4 node 5\n"
                         "router 2 node 6 node 7 node 8 router 1 router 0 4\n");
    EXPECT_EQ(network_of("topology = anynet; routing_function = min; num_vcs = 1; vc_buf_size = 3;"
                         "network_file = " +
                         file.path() + ";"),
              "{kind: custom, file: \"" + file.path() +
                  "\"}\n{algorithm: up_down}\n"
                  "{latency: 1, latency_1: {latency: 1}, latency_4: {latency: 4}}\n");
}

constexpr const char* kSquare = "k = 4; n = 2; c = 4; x = 4; y = 4; xr = 2; yr = 2; num_vcs = 4;";

TEST(BooksimTranslation, TakesTheRoutingsAndNodeNumbersOfConcentratedNetworks) {
    const std::string cmesh = std::string("topology = cmesh; ") + kSquare;
    EXPECT_EQ(network_of(cmesh + "routing_function = dor;"),
              "{kind: concentrated_mesh, size: [4, 4], concentration: 4, express: true}\n"
              "{algorithm: dimension_order}\n{latency: 2, express: {latency: 4}}\n");
    EXPECT_THAT(network_of(cmesh + "use_noc_latency = 0;"), HasSubstr("{latency: 1}"));
    // BookSim2's node 11 is in the second row of 8, at router 1.
    const std::string spot = translated(cmesh + "traffic = hotspot({11,63});");
    EXPECT_THAT(spot, HasSubstr("  nodes: [7, 63] "));
    EXPECT_THAT(translated(cmesh + "traffic = shuffle;"), HasSubstr("BookSim2 numbers all nodes"));
    EXPECT_THAT(translated(cmesh + "traffic = bitcomp;"),
                Not(HasSubstr("BookSim2 numbers all nodes")));
    const std::string flatfly = std::string("topology = flatfly_onchip; ") + kSquare;
    EXPECT_THAT(network_of(flatfly + "routing_function = ugal;"), HasSubstr("{algorithm: ugal}"));
    EXPECT_THAT(network_of(flatfly + "routing_function = valiant;"),
                HasSubstr("{algorithm: valiant}"));
    EXPECT_THAT(network_of("topology = fattree; k = 2; n = 2; routing_function = anca;"),
                HasSubstr("up: load"));
    EXPECT_THAT(network_of("topology = dragonflynew; k = 1; n = 1; routing_function = ugal; "
                           "num_vcs = 4;"),
                HasSubstr("{algorithm: ugal}"));
}

TEST(BooksimTranslation, RefusesTheOthersByTheNameOfTheirNetwork) {
    for (const std::string settings :
         {"topology = fly; k = 10; n = 2; routing_function = dest_tag;",
          "topology = qtree; routing_function = nca;", "topology = tree4;"}) {
        try {
            translated(settings);
            ADD_FAILURE() << settings << ": accepted";
        } catch (const ConfigError& error) {
            const std::string name = settings.substr(0, settings.find(';'));
            EXPECT_THAT(error.what(), testing::StartsWith("a.cfg:1:1: " + name +
                                                          ": there is no such network "
                                                          "here: a"));
            EXPECT_THAT(error.what(),
                        HasSubstr("; accepted: fly with n = 1, anynet, cmesh, dragonflynew, "
                                  "fattree, flatfly, flatfly_onchip, mesh, torus"));
        }
    }
}

TEST(BooksimTranslation, SaysWhatOfConcentratedNetworksCannotBeTakenOver) {
    const std::string cmesh = std::string("topology = cmesh; ") + kSquare;
    const struct {
        std::string text;
        const char* message;
    } cases[] = {
        {cmesh + "\nc = 8;", "a.cfg:2:1: c = 8: cannot be taken over; accepted: an integer 4..4"},
        {cmesh + "\nyr = 1;",
         "a.cfg:2:1: yr = 1: cannot be taken over; accepted: xr = yr with xr * yr = c; c is 4"},
        {cmesh + "\nx = 8;", "a.cfg:2:1: x = 8: cannot be taken over; accepted: an integer 4..4"},
        {cmesh + "\nrouting_function = xy_yx;",
         "a.cfg:2:1: routing_function = xy_yx: there is no such thing here; accepted: dor, "
         "dor_no_express"},
        {cmesh + "\nuse_read_write = 1;", "a.cfg:2:1: use_read_write = 1: cannot be taken over"},
        {"topology = dragonflynew; k = 2;\nn = 2;", "a.cfg:2:1: n = 2: cannot be taken over"},
        {"topology = dragonflynew; k = 2; n = 1;\nc = 4;", "a.cfg:2:1: c = 4: cannot be taken"},
        {"topology = anynet;\nnetwork_file = /nowhere/net;",
         "a.cfg:2:1: network_file = /nowhere/net: /nowhere/net: cannot be read: No such file"},
        {"topology = anynet;",
         "a.cfg: network_file: no file (it is BookSim2's default); accepted: the name of a file"},
    };
    for (const auto& each : cases) {
        try {
            translated(each.text);
            ADD_FAILURE() << each.text << ": accepted";
        } catch (const ConfigError& error) {
            EXPECT_THAT(error.what(), testing::StartsWith(each.message));
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

TEST(BooksimTranslation, TakesTheOldestFirstWhereSeparableAllocatorsDo) {
    const std::string aged = std::string(kMesh) + "priority = age; ";
    const std::string separable =
        "vc_allocator = separable_input_first; sw_allocator = separable_output_first; ";
    EXPECT_EQ(resolved(aged + separable)["router"]["priority"], "age");
    EXPECT_EQ(resolved(aged)["router"]["priority"], "none");
    EXPECT_THAT(translated(aged), HasSubstr("only separable allocators take the oldest"));
    EXPECT_THAT(translated(std::string(kMesh) + separable + "priority = hop_count;"),
                HasSubstr("priority = hop_count (line 2): no equal, none"));
}

TEST(BooksimTranslation, MakesCubesOfMeshesOfTwoAndTakesDelaysTogether) {
    const auto cube = resolved(std::string(kMesh) + "k = 2; n = 6; speculative = 1;");
    EXPECT_EQ(cube["topology"].dump(), R"({"kind":"hypercube","dimensions":6})");
    EXPECT_EQ(cube["routing"]["algorithm"], "ecube");
    EXPECT_EQ(cube["router"]["pipeline"], 4);
    EXPECT_EQ(cube["router"]["speculation"], "exact");
    const auto masked =
        resolved(std::string(kMesh) + "speculative = 1; spec_mask_by_reqs = 1; routing_delay = 0;");
    EXPECT_EQ(masked["router"]["pipeline"], 3);
    EXPECT_EQ(masked["router"]["speculation"], "pessimistic");
    const auto slow = resolved(std::string(kMesh) + "routing_delay = 3; wait_for_tail_credit = 1;");
    EXPECT_EQ(slow["router"]["pipeline"], 4);
    EXPECT_EQ(slow["link"]["latency"], 3);
    EXPECT_EQ(slow["router"]["vc_reuse"], "buffer_empty");
    const auto ahead =
        resolved(std::string(kMesh) + "routing_delay = 0; vc_alloc_delay = 2; num_vcs = 4;");
    EXPECT_EQ(ahead["router"]["pipeline"], 3);
    EXPECT_EQ(ahead["link"]["latency"], 2);
    const auto adaptive =
        resolved("topology = mesh; routing_function = min_adapt; routing_delay = 0; num_vcs = 4;");
    EXPECT_EQ(adaptive["router"]["lookahead"], false);
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
        {"topology = qtree;",
         "a.cfg:2:1: topology = qtree: there is no such network here: a tree of degree 4; ours is "
         "topology.kind: tree; accepted: "},
        {"topology = moebius;",
         "a.cfg:2:1: topology = moebius: BookSim2 has no such network; accepted: fly with n = 1, "},
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
        file_text("mesh8.cfg"),
        std::string(kMesh) + "traffic = hotspot({1,2});",
        "topology = torus; k = 4; n = 3; routing_function = min_adapt; buf_size = 64;",
        "injection_process = on_off(0.1,0.2); burst_alpha = 1e-3; topology = {mesh}; // x",
        "topology = flatfly; k = 2; n = 2; c = 4; x = 2; y = 2; xr = 2; yr = 2; traffic = "
        "hotspot({1,2});",
        "topology = dragonflynew; k = 1; n = 1; routing_function = min;"};
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
