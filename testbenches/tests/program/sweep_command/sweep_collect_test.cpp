// `flitscope sweep collect`: all points as one table.
#include <sqlite3.h>

#include <cmath>
#include <sstream>

#include "testbenches/tests/program/sweep_command/sweep_fixture.h"

namespace flitscope::tb {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;
using Rows = std::vector<std::vector<std::string>>;

class SweepCollect : public SweepCli {
protected:
    SweepCollect() { run({"sweep", "sweep.yaml", "--out", "results"}); }

    /// "NULL" where there is no value.
    Rows query(const std::string& statement) const { return query_of("results", statement); }
    Rows query_of(const std::string& results, const std::string& statement) const {
        Rows rows;
        sqlite3* database = nullptr;
        sqlite3_open((folder_.path() / results / "results.sqlite").c_str(), &database);
        char* error = nullptr;
        const auto visit = [](void* all, int count, char** values, char**) {
            std::vector<std::string> row;
            for (int i = 0; i < count; ++i) {
                row.emplace_back(values[i] == nullptr ? "NULL" : values[i]);
            }
            static_cast<Rows*>(all)->push_back(row);
            return 0;
        };
        sqlite3_exec(database, statement.c_str(), visit, &rows, &error);
        EXPECT_EQ(error, nullptr) << error;
        sqlite3_close(database);
        return rows;
    }
};

TEST_F(SweepCollect, TheDatabaseHasEveryFigureByItsNameInAxisOrder) {
    EXPECT_EQ(run({"sweep", "collect", "results"}).out,
              "6 points in results.sqlite, results.csv and results.tsv\n");
    const Rows rows = query(
        "select hash, \"traffic.load\", \"router.pipeline\", seed, series, saturated, complete, "
        "\"latency.unicast.mean\", \"channels.ejection.utilisation\", \"latency.multicast.mean\" "
        "from points");
    ASSERT_EQ(rows.size(), 6U);
    const std::vector<std::string> loads = {"0.1", "0.1", "0.2", "0.2", "0.3", "0.3"};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Json point = Json::parse(folder_.read("results/points/" + rows[i][0] + ".json"));
        EXPECT_EQ(rows[i][1], loads[i]);
        EXPECT_EQ(rows[i][2], i % 2 == 0 ? "1" : "3");
        EXPECT_THAT(std::vector<std::string>(rows[i].begin() + 3, rows[i].begin() + 7),
                    ElementsAre("1", rows[i][2] + " stages", "0", "1"));
        EXPECT_EQ(std::stod(rows[i][7]), point["latency"]["unicast"]["mean"].get<double>());
        EXPECT_EQ(std::stod(rows[i][8]), point["channels"].back()["utilisation"].get<double>());
        EXPECT_EQ(rows[i][9], "NULL");
    }
    EXPECT_THAT(query("select typeof(\"traffic.load\"), typeof(\"messages.measured\"), "
                      "typeof(series) from points limit 1"),
                ElementsAre(ElementsAre("real", "integer", "text")));
}

TEST_F(SweepCollect, TheCsvHasTheSameColumnsAndRows) {
    run({"sweep", "collect", "results"});
    std::vector<std::string> names;
    for (const std::vector<std::string>& each :
         query("select name from pragma_table_info('points')")) {
        names.push_back(each[0]);
    }
    std::string header;
    for (const std::string& each : names) {
        header += (header.empty() ? "" : ",") + each;
    }
    EXPECT_THAT(header,
                testing::StartsWith(
                    "hash,traffic.load,router.pipeline,link.latency,seed,"
                    "series,level,complete,saturated,state,deadlock_free,cycles.simulated,"));
    std::istringstream csv(folder_.read("results/results.csv"));
    std::string line;
    std::getline(csv, line);
    EXPECT_EQ(line, header);
    // SQLite writes 15 digits of a number.
    const auto alike = [](const std::string& cell, const std::string& text) {
        return cell == text || (cell == "NULL" && text.empty()) ||
               (cell == "0" && text == "false") || (cell == "1" && text == "true") ||
               (text.find_first_not_of("0123456789.e+-") == std::string::npos && !text.empty() &&
                cell != "NULL" &&
                std::abs(std::stod(cell) - std::stod(text)) <= 1e-12 * std::abs(std::stod(text)));
    };
    const Rows rows = query("select * from points");
    EXPECT_EQ(rows.size(), 6U);
    for (const std::vector<std::string>& row : rows) {
        std::getline(csv, line);
        std::istringstream cells(line + ",");
        std::string text;
        for (std::size_t i = 0; i < row.size(); ++i) {
            std::getline(cells, text, ',');
            EXPECT_TRUE(alike(row[i], text)) << names[i] << ": " << row[i] << ", " << text;
        }
        EXPECT_FALSE(std::getline(cells, text, ','));
    }
    EXPECT_FALSE(std::getline(csv, line));
}

TEST_F(SweepCollect, TheColumnsBetweenTabsAreThoseBetweenCommas) {
    run({"sweep", "collect", "results"});
    std::string tabs = folder_.read("results/results.tsv");
    EXPECT_EQ(std::count(tabs.begin(), tabs.end(), ','), 0);
    std::replace(tabs.begin(), tabs.end(), '\t', ',');
    EXPECT_EQ(tabs, folder_.read("results/results.csv"));
}

TEST_F(SweepCollect, LeavesOutDamagedPointsAndNamesThem) {
    const auto path =
        std::filesystem::directory_iterator(folder_.path() / "results/points")->path();
    std::filesystem::resize_file(path, 100);
    const Finished collect = run({"sweep", "collect", "results", "--json"});
    EXPECT_EQ(collect.code, 0);
    EXPECT_THAT(collect.err, HasSubstr(path.string() + ": no checksum"));
    EXPECT_EQ(Json::parse(collect.out)["points"], 5);
    EXPECT_EQ(Json::parse(collect.out)["damaged"], 1);
}

TEST_F(SweepCollect, HasTheSaturationLoadOfEverySearch) {
    folder_.write("search.yaml",
                  "base: base.yaml\n"
                  "axes: {traffic.load: {adaptive: 5}, router.virtual_channels: [1, 4]}\n"
                  "saturation: {precision: 0.1}\n");
    std::filesystem::remove_all(folder_.path() / "results");
    const std::vector<std::string> sweep_again = {
        "sweep", "search.yaml", "--out", "results", "--set", "measure.max_cycles=100000"};
    const Finished sweep = run(sweep_again);
    const std::string done = "2 points: 2 done, 0 failed, 0 missing, 0 running\n";
    EXPECT_THAT(sweep.out, StartsWith(done)) << sweep.err;
    EXPECT_THAT(sweep.out, HasSubstr("  router.virtual_channels=4: saturates between 0."));
    EXPECT_THAT(sweep.out, HasSubstr(" (capacity of its channels "));
    EXPECT_EQ(run({"sweep", "status", "results"}).out, done);
    run({"sweep", "collect", "results"});
    const Rows saturation = query(
        "select \"router.virtual_channels\", seed, series, load, precision, load_low, "
        "load_high, state, throughput, capacity from saturation");
    ASSERT_EQ(saturation.size(), 2U);
    for (const std::vector<std::string>& each : saturation) {
        EXPECT_EQ(each[2], "router.virtual_channels=" + each[0]);
        EXPECT_LE(std::stod(each[4]), 0.1);
        // No point says otherwise, and there are as many below as were asked for.
        const std::string of = " from points where \"router.virtual_channels\" = " + each[0];
        const auto number = [&](const std::string& what) {
            return std::stod(query(what + of)[0][0]);
        };
        const double low = std::stod(each[5]);
        const double high = std::stod(each[6]);
        EXPECT_EQ(each[7], "saturated");
        EXPECT_EQ(number("select min(iif(state = 'saturated', \"traffic.load\", 9))"), high);
        EXPECT_EQ(number("select max(iif(state = 'stable', \"traffic.load\", 0))"), low);
        EXPECT_EQ(std::stod(each[3]), (low + high) / 2);
        EXPECT_EQ(std::stod(each[4]), high - low);
        EXPECT_GE(number("select sum(state = 'stable')"), 5);
        EXPECT_EQ(number("select max(iif(state = 'stable', \"throughput.accepted\", 0))"),
                  std::stod(each[8]))
            << "not what is accepted beyond";
        EXPECT_LE(low, std::stod(each[9])) << "no stable load above the capacity";
    }
    EXPECT_LT(std::stod(saturation[0][3]), std::stod(saturation[1][3]));
    // Rows of a series are in the order of their loads, and a search that lost a point finds it
    // again.
    EXPECT_EQ(query("select \"traffic.load\" from points"),
              query("select \"traffic.load\" from points order by \"router.virtual_channels\", "
                    "\"traffic.load\""));
    const std::vector<std::string> before = points("results");
    std::filesystem::remove(
        std::filesystem::directory_iterator(folder_.path() / "results/points")->path());
    EXPECT_EQ(run(sweep_again).out, sweep.out);
    EXPECT_EQ(points("results"), before);
}

TEST_F(SweepCollect, SaysHowLongRunsMustBeThatWereTooShort) {
    folder_.write("short.yaml",
                  "base: base.yaml\naxes: {}\nsaturation: {precision: 0.001}\nname: short\n");
    const Finished sweep = run({"sweep", "short.yaml", "--out", "short"});
    EXPECT_THAT(sweep.out, ContainsRegex("  states: .*[0-9]+ undecided"));
    EXPECT_THAT(
        sweep.out,
        ContainsRegex("  short: saturates between 0\\.[0-9]+ and 0\\.[0-9]+, the runs are too "
                      "short for a narrower range; try measure.max_cycles = [0-9]+"));
    run({"sweep", "collect", "short"});
    const Rows row = query_of("short",
                              "select state, load, precision, load_high - load_low, "
                              "cycles_needed from saturation");
    EXPECT_EQ(row[0][0], "undecided");
    EXPECT_EQ(row[0][1] + row[0][2], "NULLNULL") << "no load is named that was not found";
    EXPECT_GT(std::stod(row[0][3]), 0.001);
    EXPECT_GT(std::stod(row[0][4]), 100000);
}

// Four nodes, 8 channels, 4/3 channels per message: M/M/1 queues that fill up at 1.5
// flits/node/cycle.
TEST_F(SweepCollect, NamesNoLoadOfQueuesThatRunsAreTooShortFor) {
    constexpr double kSaturation = 1.5;
    folder_.write("queues.yaml",
                  "config:\n"
                  "  topology: {kind: hypercube, dimensions: 2}\n"
                  "  routing: {algorithm: random_minimal}\n"
                  "  router: {organisation: output_queued, switching: store_and_forward, "
                  "service: redrawn}\n"
                  "  link: {latency: 0}\n"
                  "  traffic: {arrivals: poisson, length: {distribution: exponential, mean: 16}}\n"
                  "axes: {measure.max_cycles: [10000]}\n"
                  "saturation: {precision: 0.02}\nreplicas: 3\n");
    ASSERT_EQ(run({"sweep", "queues.yaml", "--out", "queues"}).code, 0);
    run({"sweep", "collect", "queues"});
    const Rows rows = query_of(
        "queues", "select state, load, load_low, load_high, cycles_needed from saturation");
    ASSERT_EQ(rows.size(), 3U);
    for (const std::vector<std::string>& row : rows) {
        EXPECT_EQ(row[0], "undecided");
        EXPECT_EQ(row[1], "NULL");
        EXPECT_LT(std::stod(row[2]), kSaturation);
        EXPECT_GT(std::stod(row[3]), kSaturation);
        EXPECT_GT(std::stod(row[4]), 1000000);
    }
}

TEST_F(SweepCollect, NamesDeadlocksAndNetworksThatMayHaveThem) {
    folder_.write("ring.yaml",
                  "config: {topology: {kind: ring, nodes: 8}, routing: {algorithm: "
                  "dimension_order}, router: {virtual_channels: 1, buffer_flits: 2}, traffic: "
                  "{length: 20}, measure: {warmup_messages: 100, max_cycles: 20000}}\n"
                  "axes: {}\nsaturation: {precision: 0.1}\nname: ring\n");
    const Finished sweep = run({"sweep", "ring.yaml", "--out", "ring"});
    EXPECT_EQ(sweep.code, 0) << sweep.err;
    EXPECT_THAT(sweep.out, HasSubstr(" deadlock\n"));
    EXPECT_THAT(sweep.out, HasSubstr("  ring: deadlocks between "));
    EXPECT_THAT(sweep.out, ContainsRegex("  not free of deadlock: [0-9]+ points"));
    run({"sweep", "collect", "ring"});
    EXPECT_EQ(query_of("ring", "select state from saturation")[0][0], "deadlock");
    EXPECT_EQ(query_of("ring", "select count(*) from points where deadlock_free")[0][0], "0");
}

TEST_F(SweepCollect, SearchesShareThePointsOfTheAxes) {
    folder_.write("search.yaml",
                  "base: base.yaml\n"
                  "axes: {traffic.load: [0.125, 0.2, 0.5]}\n"
                  "saturation: {precision: 0.2}\n");
    run({"sweep", "search.yaml", "--out", "shared"});
    std::vector<std::int64_t> numbers;
    for (const std::string& each : points("shared")) {
        const Json point = Json::parse(each);
        const double load = point["point"]["traffic.load"];
        const auto expected = load == 0.125 ? 0 : load == 0.2 ? 1 : load == 0.5 ? 2 : 3;
        EXPECT_EQ(point["number"], expected) << each;
    }
}

TEST_F(SweepCollect, KeepsSeedsThatNoIntegerOfTheDatabaseHolds) {
    std::filesystem::remove_all(folder_.path() / "results");
    EXPECT_EQ(
        run({"sweep", "sweep.yaml", "--out", "results", "--set", "seed=18446744073709551615"}).code,
        0);
    run({"sweep", "collect", "results"});
    EXPECT_EQ(query("select distinct seed from points"), (Rows{{"18446744073709551615"}}));
}

TEST_F(SweepCollect, QuotesWhatACsvHasToQuote) {
    folder_.write("quoted.yaml",
                  "base: base.yaml\n"
                  "axes: {topology: [{kind: mesh, size: [4, 4]}]}\n"
                  "name: 'a \"b\", {topology}'\n");
    run({"sweep", "quoted.yaml", "--out", "results2"});
    run({"sweep", "collect", "results2"});
    EXPECT_THAT(folder_.read("results2/results.csv"),
                HasSubstr("\"{\"\"kind\"\":\"\"mesh\"\",\"\"size\"\":[4,4]}\",1,"
                          "\"a \"\"b\"\", {\"\"kind\"\":\"\"mesh\"\",\"\"size\"\":[4,4]}\","));
}

}  // namespace
}  // namespace flitscope::tb
