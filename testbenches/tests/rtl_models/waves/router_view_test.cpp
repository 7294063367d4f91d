#include "rtl_models/waves/router_view.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <set>

#include "testbenches/tests/rtl_models/waves/fake_unit_pins.h"
#include "testbenches/tests/support/wave_files/gtkwave_save_reader.h"
#include "testbenches/tests/support/wave_files/vcd_reader.h"
#include "topologies/concentrated_mesh.h"
#include "topologies/mesh.h"

namespace flitscope::waves {
namespace {

/// The state that a level would keep of a corner router (node 0) of a 2x2 mesh, 2 VCs x 4 flits.
struct FakeRouter {
    rtl::PortLayout ports{4, 1, 1, 1};
    rtl::Flit wires[10];
    std::uint64_t credits[10] = {};
    std::uint8_t stage = 0;
    int occupancy = 0;
    std::int16_t output = -1;
    bool held = false;
    int free_slots = 4;
    std::uint8_t grant = 0;
    topo::Mesh mesh{{2, 2}};

    RouterSources sources() {
        RouterSources all;
        all.router = 0;
        all.ports = ports;
        all.virtual_channels = 2;
        all.buffer_flits = 4;
        const auto connected = [&](int port) {
            return port >= ports.network || mesh.peer(0, port).connected();
        };
        for (int p = 0; p < ports.inputs(); ++p) {
            InputPortSources input;
            if (connected(p)) {
                input.flit_i = &wires[p];
                input.credit_o = SignalSource::value(credits[p]);
                input.vcs.assign(2, {SignalSource::value(stage), SignalSource::value(occupancy),
                                     SignalSource::value(output), SignalSource::value(output)});
            }
            all.inputs.push_back(input);
        }
        for (int p = 0; p < ports.outputs(); ++p) {
            OutputPortSources out;
            if (connected(p)) {
                const bool network = p < ports.network;
                out.flit_o = &wires[5 + p];
                out.grant = SignalSource::value(grant);
                out.credit_i = network ? SignalSource::value(credits[5 + p]) : SignalSource();
                out.vcs.assign(2, {SignalSource::value(held),
                                   network ? SignalSource::value(free_slots) : SignalSource()});
            }
            all.outputs.push_back(out);
        }
        return all;
    }
};

class RouterViewTest : public testing::Test {
protected:
    RouterViewTest() {
        path = testing::TempDir() + "flitscope_" +
               testing::UnitTest::GetInstance()->current_test_info()->name() + "_view.vcd";
        VcdWriter writer(path);
        WaveRecorder recorder(writer, 0, 50);
        GtkwaveSave save;
        add_router_view(router.sources(), port_titles(router.mesh, 0, router.ports), recorder,
                        save);
        save_path = save.write(path, 0);
        recorder.before_cycle(0);
        recorder.sample_registers(0);
        recorder.sample_wires(0);
        recorder.before_cycle(7);
        router.wires[4].kind = rtl::FlitKind::head_tail;
        router.wires[4].message = 3;
        router.stage = 2;
        router.output = 1;
        router.grant = 5;
        recorder.sample_registers(7);
        recorder.sample_wires(7);
        recorder.finish(50);
    }

    FakeRouter router;
    std::string path;
    std::string save_path;
};

TEST_F(RouterViewTest, ShowsEverySignalOfTheDumpAndNothingElse) {
    const tb::VcdFile dump(path);
    const tb::GtkwaveSaveFile view(save_path);
    std::set<std::string> shown;
    for (const auto& signal : view.signals()) {
        EXPECT_TRUE(shown.insert(signal.name).second) << signal.name << " twice";
        EXPECT_EQ(dump.signals().count(signal.name), 1U) << signal.name;
    }
    EXPECT_EQ(shown.size(), dump.signals().size());
    EXPECT_EQ(path.substr(path.rfind('/') + 1), view.dump());
}

TEST_F(RouterViewTest, NamesTheScopesOfTheContract) {
    const tb::VcdFile dump(path);
    std::set<std::string> expected = {"cycle"};
    const std::string flit[] = {"valid", "kind",   "vc",          "message",
                                "index", "source", "destination", "length"};
    for (int p = 0; p < 5; ++p) {
        const bool network = p < 4;
        if (network && !router.mesh.peer(0, p).connected()) {
            continue;
        }
        const std::string in = "router_0.input_" + std::to_string(p);
        const std::string out = "router_0.output_" + std::to_string(p);
        for (const std::string& field : flit) {
            expected.insert(std::string(in).append(".flit_i_").append(field));
            expected.insert(std::string(out).append(".flit_o_").append(field));
        }
        expected.insert(in + ".credit_o");
        for (const std::string vc : {".vc_0", ".vc_1"}) {
            for (const char* name : {".state_q", ".occupancy", ".output_q", ".output_vc_q"}) {
                expected.insert(in + vc + name);
            }
            expected.insert(out + vc + ".held_q");
            if (network) {
                expected.insert(out + vc + ".credits_q");
            }
        }
        if (network) {
            expected.insert(out + ".credit_i");
        }
        expected.insert("router_0.switch_allocator.grant_" + std::to_string(p));
    }
    std::set<std::string> found;
    for (const auto& [name, signal] : dump.signals()) {
        found.insert(name);
    }
    EXPECT_EQ(found, expected);
}

TEST_F(RouterViewTest, KeepsHandshakeOrderWithinEveryPort) {
    const tb::GtkwaveSaveFile view(save_path);
    std::vector<std::string> names;
    for (const auto& signal : view.signals()) {
        if (signal.name.rfind("router_0.input_4.", 0) == 0) {
            names.push_back(signal.name.substr(std::string("router_0.input_4.").size()));
        }
    }
    ASSERT_GE(names.size(), 10U);
    names.resize(10);
    EXPECT_EQ(names, (std::vector<std::string>{"flit_i_valid", "flit_i_kind", "flit_i_vc",
                                               "flit_i_message", "flit_i_index", "flit_i_source",
                                               "flit_i_destination", "flit_i_length", "credit_o",
                                               "vc_0.state_q"}));
}

TEST_F(RouterViewTest, GroupsByRouterAndPortWithTitlesThatSayWhereAPortLeads) {
    std::set<std::string> ports;
    const tb::GtkwaveSaveFile view(save_path);
    ASSERT_EQ(view.signals().front().name, "cycle");
    for (const auto& signal : view.signals()) {
        if (signal.name == "cycle") {
            continue;
        }
        ASSERT_GE(signal.groups.size(), 2U) << signal.name;
        EXPECT_EQ(signal.groups[0], "router_0");
        ports.insert(signal.groups[1]);
    }
    const auto network = port_titles(router.mesh, 0, router.ports);
    std::set<std::string> expected = {"input_4: injection", "output_4: ejection",
                                      "switch_allocator"};
    for (int p = 0; p < 4; ++p) {
        const topo::PortPeer peer = router.mesh.peer(0, p);
        if (peer.connected()) {
            const std::string link = ": " + router.mesh.link_classes().at(static_cast<std::size_t>(
                                                router.mesh.link_class(0, p)));
            const std::string port = "_" + std::to_string(p) + link;
            const std::string neighbour = "router_" + std::to_string(peer.node);
            expected.insert(std::string("input").append(port).append(" from ").append(neighbour));
            expected.insert(std::string("output").append(port).append(" to ").append(neighbour));
        }
    }
    EXPECT_EQ(ports, expected);
}

TEST(PortTitles, NameTheNodeWhereARouterHasSeveral) {
    const topo::ConcentratedMesh mesh({2, 2}, 2);
    const auto titles = port_titles(mesh, 3, rtl::PortLayout{4, 2, 2, 1});
    EXPECT_EQ(titles.inputs.at(4), "injection from node_6");
    EXPECT_EQ(titles.inputs.at(7), "injection from node_7");
    EXPECT_EQ(titles.inputs.size(), 8U);
    EXPECT_EQ(titles.outputs.at(5), "ejection to node_7");
    EXPECT_EQ(titles.outputs.size(), 6U);
}

TEST_F(RouterViewTest, GroupsPinsByUnitInTheOrderOfThePipeline) {
    VcdWriter writer(path);
    WaveRecorder recorder(writer, 0, 50);
    GtkwaveSave save;
    RouterSources sources = router.sources();
    sources.units = std::make_shared<FakeUnitPins>();
    add_router_view(sources, port_titles(router.mesh, 0, router.ports), recorder, save);
    const tb::GtkwaveSaveFile view(save.write(path, 0));
    recorder.finish(1);
    const tb::VcdFile dump(path);
    std::vector<std::string> shown;
    for (const auto& signal : view.signals()) {
        EXPECT_EQ(dump.signals().count(signal.name), 1U) << signal.name;
        if (signal.groups.size() > 1 && signal.groups[1] == "router_0: units") {
            ASSERT_EQ(signal.groups.size(), 3U);
            EXPECT_EQ(signal.groups[0], "router_0");
            EXPECT_EQ(signal.name.rfind("router_0." + signal.groups[2] + ".", 0), 0U);
            shown.push_back(signal.name);
        }
    }
    EXPECT_EQ(shown,
              (std::vector<std::string>{
                  "router_0.vc_buffer_2.front_o_index", "router_0.vc_buffer_10.flit_i_message",
                  "router_0.vc_buffer_10.front_o_index", "router_0.crossbar.front_i_index"}));
    EXPECT_EQ(view.signals().size(), dump.signals().size());
}

TEST_F(RouterViewTest, TranslatesWhatTheDumpHolds) {
    const tb::VcdFile dump(path);
    const tb::GtkwaveSaveFile view(save_path);
    const auto text = [&](const std::string& name, Cycle cycle) {
        for (const auto& signal : view.signals()) {
            if (signal.name == name) {
                return signal.translation.at(
                    std::to_string(dump.value(name, cycle * 1000).value()));
            }
        }
        return std::string("not shown");
    };
    EXPECT_EQ(text("router_0.input_4.flit_i_kind", 6), "none");
    EXPECT_EQ(text("router_0.input_4.flit_i_kind", 7), "head_tail");
    EXPECT_EQ(text("router_0.input_4.vc_0.state_q", 6), "idle");
    EXPECT_EQ(text("router_0.input_4.vc_0.state_q", 7), "active");
    EXPECT_EQ(text("router_0.input_4.vc_0.output_q", 6), "none");
    EXPECT_EQ(text("router_0.input_4.vc_0.output_q", 7), "output_1");
    EXPECT_EQ(text("router_0.input_4.vc_0.output_vc_q", 6), "none");
    EXPECT_EQ(text("router_0.input_4.vc_0.output_vc_q", 7), "vc_1");
    EXPECT_EQ(text("router_0.switch_allocator.grant_4", 6), "none");
    EXPECT_EQ(text("router_0.switch_allocator.grant_4", 7), "input_4");
}

TEST(GtkwaveSave, LivesNextToTheDump) {
    EXPECT_EQ(save_path_of("out/run.vcd"), "out/run.gtkw");
    EXPECT_EQ(save_path_of("out/run"), "out/run.gtkw");
}

TEST(GtkwaveSave, ReportsAFolderThatDoesNotExist) {
    EXPECT_THROW(GtkwaveSave().write("/no/such/folder/run.vcd", 0), std::runtime_error);
}

TEST(GtkwaveSave, RefusesTwoDifferentTranslationsOfOneName) {
    GtkwaveSave save;
    save.add("a", "b", 2, {"x", {"zero"}});
    EXPECT_THROW(save.add("a", "c", 2, {"x", {"null"}}), std::invalid_argument);
}

TEST(GtkwaveSaveReader, RefusesWhatGtkwaveWouldMisread) {
    const std::string path = testing::TempDir() + "flitscope_broken.gtkw";
    const auto accepts = [&](const std::string& text) {
        std::ofstream(path) << text;
        try {
            tb::GtkwaveSaveFile file(path);
            return true;
        } catch (const std::runtime_error&) {
            return false;
        }
    };
    EXPECT_TRUE(accepts("@800200\n-a\n@28\nr.s\n@1000200\n-group_end\n"));
    EXPECT_FALSE(accepts("@800200\n-a\n@28\nr.s\n"));
    EXPECT_FALSE(accepts("@1000200\n-group_end\n"));
    EXPECT_FALSE(accepts("@2024\nr.s\n"));
    EXPECT_FALSE(accepts("@2024\n^1 missing_file.txt\nr.s\n"));
    EXPECT_FALSE(accepts("[unknown] 1\n"));
}

// What a header unit says of a head (docs/multicast_units.md, "Actions").
TEST(HeadAction, NamesWhatTheRouterDoes) {
    EXPECT_EQ(head_action(false, true, true, true, true), HeadAction::none);
    EXPECT_EQ(head_action(true, true, false, false, false), HeadAction::pass);
    EXPECT_EQ(head_action(true, true, true, false, false), HeadAction::receive_and_pass);
    EXPECT_EQ(head_action(true, false, true, false, false), HeadAction::receive_and_stop);
    // Its last address is served, the ones that follow are in the next flit.
    EXPECT_EQ(head_action(true, true, true, true, false), HeadAction::drop);
    // An error is received, whatever else the unit says.
    EXPECT_EQ(head_action(true, false, true, false, true), HeadAction::error);
    EXPECT_EQ(head_action(true, true, true, true, true), HeadAction::error);
}

}  // namespace
}  // namespace flitscope::waves
