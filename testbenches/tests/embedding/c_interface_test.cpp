// flitscope.h as its users see it: the library alone, status codes and messages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "flitscope.h"
#include "testbenches/tests/support/cli_process.h"

namespace {

using testing::HasSubstr;

constexpr const char* kMesh = "topology: {kind: mesh, size: [4, 4]}\n";

class CInterface : public testing::Test {
protected:
    ~CInterface() override { flitscope_close(network); }
    void open(const std::string& more = "") {
        ASSERT_EQ(flitscope_open("config", (kMesh + more).c_str(), &network), FLITSCOPE_DONE)
            << flitscope_error();
    }
    void expect_refused(int status, const std::string& message) {
        EXPECT_EQ(status, FLITSCOPE_BAD_USAGE);
        EXPECT_EQ(flitscope_error(), message);
    }
    flitscope_network* network = nullptr;
};

TEST_F(CInterface, NamesEveryWrongArgument) {
    open();
    ASSERT_EQ(flitscope_step(network, 10), FLITSCOPE_DONE);
    expect_refused(flitscope_offer(network, 16, 0, 1, 0),
                   "node = 16: no such node; accepted: 0..15");
    expect_refused(flitscope_offer(network, 0, -1, 1, 0),
                   "destination = -1: no such node; accepted: 0..15");
    expect_refused(flitscope_offer(network, 0, 1, 0, 0),
                   "length = 0: no such length; accepted: 1..2147483647");
    expect_refused(flitscope_offer(network, 0, 1, INT64_MIN, 0),
                   "length = -9223372036854775808: no such length; accepted: 1..2147483647");
    const flitscope_message messages[] = {{0, 1, 1, 0, FLITSCOPE_NOW, 0}, {0, 1, 1, 1, 10, 0}};
    expect_refused(flitscope_offer_messages(network, messages, 2),
                   "message_class = 1: no such class (router.message_classes); accepted: 0..0");
    const flitscope_message past = {0, 1, 1, 0, 9, 0};
    expect_refused(flitscope_offer_messages(network, &past, 1),
                   "at = 9: in the past; accepted: 10 (now) or later");
    const flitscope_message never = {0, 1, 1, 0, INT64_MAX, 0};
    expect_refused(
        flitscope_offer_messages(network, &never, 1),
        "at = 9223372036854775807: no such edge; accepted: edges up to 1000000000000000");
    expect_refused(flitscope_step(network, 9),
                   "until = 9: in the past; accepted: 10 (now) or later");
    expect_refused(flitscope_step(nullptr, 9), "network = NULL: not given");
    expect_refused(flitscope_offer_messages(network, nullptr, 1), "messages = NULL: not given");
    expect_refused(flitscope_deliveries(network, nullptr, 0, nullptr), "count = NULL: not given");
    expect_refused(flitscope_open("config", kMesh, nullptr), "network = NULL: not given");
    expect_refused(flitscope_run(nullptr, kMesh, nullptr), "result = NULL: not given");
    EXPECT_EQ(flitscope_under_way(network), 0) << "a refused call changed something";
    EXPECT_EQ(flitscope_now(network), 10);
}

TEST_F(CInterface, CountsUpToTheLastEdgeAtEveryLevel) {
    for (const char* const level : {"fast", "signal"}) {
        open(std::string("level: ") + level);
        expect_refused(
            flitscope_step(network, FLITSCOPE_LAST_EDGE + 1),
            "until = 1000000000000001: no such edge; accepted: edges up to 1000000000000000");
        const flitscope_message beyond = {0, 1, 1, 0, FLITSCOPE_LAST_EDGE + 1, 0};
        expect_refused(
            flitscope_offer_messages(network, &beyond, 1),
            "at = 1000000000000001: no such edge; accepted: edges up to 1000000000000000");
        const flitscope_message last = {0, 1, 1, 0, FLITSCOPE_LAST_EDGE, 0};
        ASSERT_EQ(flitscope_offer_messages(network, &last, 1), FLITSCOPE_DONE);
        EXPECT_EQ(flitscope_step(network, FLITSCOPE_LAST_EDGE), FLITSCOPE_DONE);
        EXPECT_EQ(flitscope_now(network), FLITSCOPE_LAST_EDGE);
        EXPECT_EQ(flitscope_step(network, FLITSCOPE_UNTIL_DELIVERED), FLITSCOPE_DONE);
        flitscope_delivery delivery;
        std::size_t count = 0;
        ASSERT_EQ(flitscope_deliveries(network, &delivery, 1, &count), FLITSCOPE_DONE);
        ASSERT_EQ(count, 1U);
        EXPECT_EQ(delivery.delivered, FLITSCOPE_LAST_EDGE + 2 * 3 + 1);  // the zero-load rule
        flitscope_close(network);
        network = nullptr;
    }
}

TEST_F(CInterface, RefusesADeadlockWhereTheConfigurationSaysSo) {
    const std::string free = "deadlock: refuse\n";
    open(free);
    flitscope_network* circles = nullptr;
    EXPECT_EQ(flitscope_open("config",
                             ("topology: {kind: hypercube, dimensions: 3}\n"
                              "routing: {algorithm: random_minimal}\n"
                              "router: {virtual_channels: 1}\n" +
                              free)
                                 .c_str(),
                             &circles),
              FLITSCOPE_NOT_DEADLOCK_FREE);
    EXPECT_EQ(circles, nullptr);
    EXPECT_THAT(flitscope_error(), HasSubstr("deadlock: refuse: not simulated"));
    flitscope_close(circles);
}

TEST_F(CInterface, WarnsOfWhatIsTakenButPerhapsNotMeant) {
    const std::string narrow =
        "topology: {kind: torus, size: [4, 4]}\nrouter: {virtual_channels: 1}\n"
        "measure: {max_cycles: 100}\n";
    ASSERT_EQ(flitscope_open("config", narrow.c_str(), &network), FLITSCOPE_DONE);
    EXPECT_THAT(flitscope_warnings(), HasSubstr("router.virtual_channels = 1: "));
    flitscope_network* wide = nullptr;
    ASSERT_EQ(flitscope_open("config", kMesh, &wide), FLITSCOPE_DONE);
    EXPECT_STREQ(flitscope_warnings(), "");
    flitscope_close(wide);
    char* result = nullptr;
    ASSERT_EQ(flitscope_run("config", narrow.c_str(), &result), FLITSCOPE_DONE);
    flitscope_free(result);
    EXPECT_THAT(flitscope_warnings(), HasSubstr("router.virtual_channels = 1: "));
}

TEST_F(CInterface, ReadsResultsAndLeavesDamagedOnesOut) {
    const flitscope::tb::TemporaryFolder temporary;
    const std::filesystem::path folder = temporary.path();
    std::ofstream(folder / "sweep.yaml")
        << "config: {topology: {kind: mesh, size: [4, 4]}, measure: {max_cycles: 1000}}\n"
           "axes: {traffic.load: [0.1, 0.2]}\n";
    ASSERT_EQ(flitscope::tb::run_flitscope(folder, {"sweep", "sweep.yaml", "--out", "points"}).code,
              0);
    const auto lines = [&] {
        char* csv = nullptr;
        EXPECT_EQ(flitscope_results((folder / "points").c_str(), &csv), FLITSCOPE_DONE)
            << flitscope_error();
        const std::string text = csv == nullptr ? "" : csv;
        flitscope_free(csv);
        return std::count(text.begin(), text.end(), '\n');
    };
    EXPECT_EQ(lines(), 3);
    EXPECT_STREQ(flitscope_warnings(), "");
    const auto damaged = std::filesystem::directory_iterator(folder / "points/points")->path();
    std::filesystem::resize_file(damaged, 100);
    EXPECT_EQ(lines(), 2);
    EXPECT_THAT(flitscope_warnings(), HasSubstr(damaged.filename().string()));
    char* csv = nullptr;
    EXPECT_EQ(flitscope_results(folder.c_str(), &csv), FLITSCOPE_BAD_USAGE);
    EXPECT_EQ(csv, nullptr);
}

TEST_F(CInterface, SaysWhatIsWrongWithAConfiguration) {
    expect_refused(flitscope_open("config", "router: {pipeline: 9}", &network),
                   "config:1:20: router.pipeline = 9: out of range; accepted: a whole number 1..4");
    EXPECT_EQ(network, nullptr);
    EXPECT_EQ(flitscope_open("/nowhere/config.yaml", nullptr, &network), FLITSCOPE_BAD_USAGE);
    EXPECT_THAT(flitscope_error(), HasSubstr("/nowhere/config.yaml: cannot be opened"));
}

TEST_F(CInterface, KeepsMessagesThatMustFitIntoABuffer) {
    open("router: {switching: virtual_cut_through, buffer_flits: 6}\n");
    EXPECT_EQ(flitscope_offer(network, 0, 15, 6, 0), FLITSCOPE_DONE);
    expect_refused(flitscope_offer(network, 0, 15, 7, 0),
                   "length = 7: a message must fit into a buffer (router.switching); accepted: "
                   "1..6");
    EXPECT_EQ(flitscope_step(network, FLITSCOPE_UNTIL_DELIVERED), FLITSCOPE_DONE);
}

TEST_F(CInterface, HandsDeliveriesOutInPieces) {
    open();
    for (std::uint64_t tag = 0; tag < 7; ++tag) {
        ASSERT_EQ(flitscope_offer(network, 0, 15, 2, tag), FLITSCOPE_DONE);
    }
    ASSERT_EQ(flitscope_step(network, FLITSCOPE_UNTIL_DELIVERED), FLITSCOPE_DONE);
    EXPECT_EQ(flitscope_waiting(network), 7);
    std::vector<std::uint64_t> tags;
    for (std::size_t count = 3; count == 3;) {
        flitscope_delivery deliveries[3];
        ASSERT_EQ(flitscope_deliveries(network, deliveries, 3, &count), FLITSCOPE_DONE);
        for (std::size_t i = 0; i < count; ++i) {
            tags.push_back(deliveries[i].tag);
        }
    }
    EXPECT_EQ(tags, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6}));
}

TEST_F(CInterface, RunsAConfigurationTwiceToTheSameBytes) {
    const std::string text = std::string(kMesh) + "measure: {max_cycles: 3000}\n";
    for (const char* const level : {"fast", "signal"}) {
        std::string first;
        for (int i = 0; i < 2; ++i) {
            char* result = nullptr;
            ASSERT_EQ(flitscope_run("c", (text + "level: " + level).c_str(), &result),
                      FLITSCOPE_DONE)
                << flitscope_error();
            const std::string json = result;
            flitscope_free(result);
            const std::string said = json.substr(0, json.find("\"performance\""));
            EXPECT_THAT(said, HasSubstr("\"complete\": true"));
            EXPECT_EQ(i == 0 ? said : first, said);
            first = said;
        }
    }
}

TEST_F(CInterface, KeepsTheResultOfADeadlock) {
    char* result = nullptr;
    EXPECT_EQ(flitscope_run("c",
                            "topology: {kind: hypercube, dimensions: 3}\n"
                            "routing: {algorithm: random_minimal}\n"
                            "router: {virtual_channels: 1, buffer_flits: 2}\n"
                            "traffic: {load: 0.9, length: 40}\n",
                            &result),
              FLITSCOPE_DEADLOCK);
    EXPECT_THAT(flitscope_error(), HasSubstr("deadlock found at edge"));
    ASSERT_NE(result, nullptr);
    EXPECT_THAT(result, HasSubstr("\"complete\": false"));
    flitscope_free(result);
}

TEST_F(CInterface, EndsAStepFromAnotherThread) {
    open();
    // So much that it takes longer than the other thread.
    std::vector<flitscope_message> messages;
    for (int i = 0; i < 400000; ++i) {
        messages.push_back({i % 16, (i + 5) % 16, 5, 0, FLITSCOPE_NOW, 0});
    }
    ASSERT_EQ(flitscope_offer_messages(network, messages.data(), messages.size()), FLITSCOPE_DONE);
    std::thread other([this] { flitscope_interrupt(network); });
    EXPECT_EQ(flitscope_step(network, FLITSCOPE_UNTIL_DELIVERED), FLITSCOPE_INTERRUPTED);
    other.join();
    EXPECT_STREQ(flitscope_error(), "interrupted");
    EXPECT_GT(flitscope_under_way(network), 0);
    EXPECT_EQ(flitscope_step(network, flitscope_now(network) + 1000), FLITSCOPE_DONE);
}

TEST_F(CInterface, ErrorsBelongToTheirThread) {
    open();
    flitscope_offer(network, 99, 0, 1, 0);
    std::string other_error = "not asked";
    std::thread([&] { other_error = flitscope_error(); }).join();
    EXPECT_EQ(other_error, "");
    EXPECT_THAT(flitscope_error(), HasSubstr("node = 99"));
}

}  // namespace
