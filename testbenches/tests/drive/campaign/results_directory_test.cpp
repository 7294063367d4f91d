// What lies in a results directory, and what is recognised as damaged there.
#include "testbenches/drive/campaign/results_directory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/atomic_file.h"
#include "testbenches/drive/campaign/search_state.h"
#include "testbenches/drive/configuration/config_error.h"
#include "testbenches/drive/configuration/resolved_config.h"
#include "testbenches/tests/drive/campaign/sweep_text.h"
#include "testbenches/tests/support/temporary_folder.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class ResultsDirectoryTest : public testing::Test {
protected:
    ResultsDirectoryTest() : results_((folder_.path() / "results").string()) {
        results_.make(points_.sweep().text(), "tasks\n");
    }
    std::string store(std::int64_t number) const {
        const SweepPoint point = points_.at(number);
        write_file(results_.point_file(point.hash), text_of(point));
        return point.hash;
    }
    std::string text_of(const SweepPoint& point) const {
        return stored_text(point, results_.sweep_hash(),
                           {{"flitscope", this_program().version},
                            {"config", resolve(point.config)},
                            {"series", nlohmann::ordered_json::array()},
                            {"throughput", {{"accepted", 0.1}}}});
    }
    void expect_damaged(std::string text, const std::string& problem) const {
        const std::string hash = points_.at(1).hash;
        write_file(results_.point_file(hash), text);
        std::vector<DamagedFile> damaged;
        EXPECT_THAT(results_.points(&damaged), IsEmpty());
        ASSERT_EQ(damaged.size(), 1U);
        EXPECT_EQ(damaged[0].hash, hash);
        EXPECT_EQ(damaged[0].file, results_.point_file(hash));
        EXPECT_THAT(damaged[0].problem, StartsWith(problem));
        EXPECT_EQ(texts_of(damaged)[0], results_.point_file(hash) + ": " + damaged[0].problem);
        EXPECT_EQ(results_.status().done, 0);
        EXPECT_THROW(PointReader(results_).point(hash), DamagedPoint);
    }

    SweepPoints points_ = sweep_of("axes: {traffic.load: [0.1, 0.2, 0.3]}\n");
    TemporaryFolder folder_;
    ResultsDirectory results_;
};

TEST_F(ResultsDirectoryTest, GivesPointsBackInAxisOrder) {
    const std::string last = store(2);
    const std::string first = store(0);
    const std::vector<StoredPoint> stored = results_.points();
    ASSERT_EQ(stored.size(), 2U);
    EXPECT_EQ(stored[0].hash, first);
    EXPECT_EQ(stored[1].hash, last);
    const nlohmann::ordered_json& json = stored[1].json;
    EXPECT_EQ(stored[1].number(), 2);
    EXPECT_EQ(json["series_name"], "s");
    EXPECT_EQ(json["point"].dump(), R"({"traffic.load":0.3,"seed":1})");
    EXPECT_EQ(json["throughput"]["accepted"], 0.1);
    EXPECT_TRUE(json["series"].is_array()) << "that is the time series";
}

TEST_F(ResultsDirectoryTest, CountsWhatIsDoneFailedRunningAndMissing) {
    store(0);
    write_file(results_.failed_file(points_.at(1).hash), "why\n");
    EXPECT_EQ(results_.status().summary(), "3 points: 1 done, 1 failed, 1 missing, 0 running\n");
    {
        const PointLock lock(results_, points_.at(2).hash);
        EXPECT_EQ(results_.status().summary(),
                  "3 points: 1 done, 1 failed, 0 missing, 1 running\n");
    }
    EXPECT_EQ(results_.status().to_json().dump(),
              R"({"points":3,"done":1,"failed":1,"missing":1,"running":0,"submitted":0})");
    write_file(results_.running_file(points_.at(2).hash), "");
    EXPECT_EQ(results_.status().running, 0) << "left behind by a process that was killed";
}

TEST_F(ResultsDirectoryTest, FindsTruncatedPoints) {
    const std::string text = text_of(points_.at(1));
    expect_damaged("", "no checksum");
    expect_damaged(text.substr(0, text.size() / 2), "no checksum");
    expect_damaged(text.substr(0, text.size() - 1), "the checksum does not fit");
}

TEST_F(ResultsDirectoryTest, FindsEditedPoints) {
    std::string text = text_of(points_.at(1));
    text.replace(text.find("\"accepted\": 0.1"), 15, "\"accepted\": 0.9");
    expect_damaged(text, "the checksum does not fit");
    expect_damaged(text_of(points_.at(1)) + "\n", "the checksum does not fit");
}

TEST_F(ResultsDirectoryTest, FindsOtherPointsUnderAName) {
    expect_damaged(text_of(points_.at(0)), "another point");
}

TEST_F(ResultsDirectoryTest, FindsPointsOfAnotherSweep) {
    const SweepPoints other = sweep_of("axes: {traffic.load: [0.2, 0.4]}\n");
    const ResultsDirectory elsewhere((folder_.path() / "other").string());
    elsewhere.make(other.sweep().text(), "tasks\n");
    const SweepPoint point = points_.at(1);  // load 0.2: a configuration that both have
    expect_damaged(stored_text(point, elsewhere.sweep_hash(),
                               {{"flitscope", this_program().version},
                                {"config", resolve(point.config)},
                                {"series", nlohmann::ordered_json::array()}}),
                   "a point of another sweep");
}

TEST_F(ResultsDirectoryTest, KnowsTheSearchesOfTheProgramThatMadeIt) {
    const std::string text =
        std::string(kSmallBase) + "axes: {router.pipeline: [1, 2]}\nsaturation: {precision: 0.5}\n";
    const SweepFile sweep = parse_sweep("s.yaml", text);
    const ProgramIdentity before{"0.0.1", this_program().commit};
    const SweepPoints points(sweep, before);
    const ResultsDirectory made((folder_.path() / "before").string());
    made.make(sweep.text(), "tasks\n");
    write_file(made.path() + "/program.json",
               R"({"flitscope": "0.0.1", "commit": ")" + before.commit + R"(", "folder": "/"})");
    const std::int64_t search = points.points();
    while (const auto next = search_state(stored_loads(made), points, search).next) {
        write_file(made.point_file(next->hash),
                   stored_text(*next, made.sweep_hash(),
                               {{"flitscope", before.version},
                                {"config", resolve(next->config)},
                                {"saturated", next->values[kLoadKey].get<double>() > 0.3},
                                {"throughput", {{"accepted", 0.1}}},
                                {"latency", {{"unicast", {{"mean", 20}}}}}}));
    }
    EXPECT_EQ(made.status().done, 1) << "of 2 points and 2 searches";
}

TEST_F(ResultsDirectoryTest, IsThatOfOneSweepAndOneProgram) {
    EXPECT_NO_THROW(results_.make(points_.sweep().text(), "tasks\n"));
    const std::string other = sweep_of("axes: {traffic.load: [0.1, 0.2]}\n").sweep().text();
    try {
        results_.make(other, "");
        FAIL();
    } catch (const ConfigError& error) {
        EXPECT_THAT(error.what(), HasSubstr("holds another sweep: sweep.yaml there has \"axes: "
                                            "{traffic.load: [0.1, 0.2, 0.3]}\" where this one has "
                                            "\"axes: {traffic.load: [0.1, 0.2]}\""));
    }
    const std::string many = "axes: {traffic.load: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9";
    const ResultsDirectory long_lines((folder_.path() / "long").string());
    long_lines.make(many + "]}\n", "");
    try {
        long_lines.require_same(many + ", 1]}\n");
        FAIL();
    } catch (const ConfigError& error) {
        EXPECT_THAT(error.what(),
                    HasSubstr("has \"..., 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]}\" where this "
                              "one has \"..., 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]}\""));
    }
    write_file(results_.path() + "/program.json",
               R"({"flitscope": "0.0.1", "commit": "abc", "folder": "/"})");
    try {
        results_.require_same(points_.sweep().text());
        FAIL();
    } catch (const ConfigError& error) {
        EXPECT_THAT(error.what(), HasSubstr("holds results of Flitscope 0.0.1 (abc)"));
    }
    write_file(results_.path() + "/program.json", "{");
    EXPECT_THROW(results_.require_same(points_.sweep().text()), ConfigError);
}

TEST_F(ResultsDirectoryTest, RefusesFoldersWithoutASweep) {
    EXPECT_THROW(ResultsDirectory(folder_.path().string()).require(), ConfigError);
    EXPECT_THROW(ResultsDirectory((folder_.path() / "none").string()).require(), ConfigError);
}

}  // namespace
}  // namespace flitscope::tb
