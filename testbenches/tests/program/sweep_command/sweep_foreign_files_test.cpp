// Results directories in which others have had their hands, and names that are no text.
#include <sys/stat.h>

#include "testbenches/tests/program/sweep_command/sweep_fixture.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr const char* kNoText = "caf\xe9";  // Latin-1

class SweepForeignFiles : public SweepCli {
protected:
    SweepForeignFiles() {
        folder_.write("sweep.yaml", "base: base.yaml\naxes: {traffic.load: [0.1, 0.2]}\n");
        folder_.write("diary", "mine");
    }
    Finished sweep() { return run({"sweep", "sweep.yaml", "--out", "results"}); }
    fs::path a_point() const {
        return fs::directory_iterator(folder_.path() / "results/points")->path();
    }
    static constexpr const char* kDone = "2 points: 2 done, 0 failed, 0 missing, 0 running\n";
};

TEST_F(SweepForeignFiles, WhatIsBehindALinkIsNeverWritten) {
    sweep();
    const fs::path diary = folder_.path() / "diary", point = a_point();
    for (const fs::path& link : {point, folder_.path() / "results/tasks.txt"}) {
        fs::remove(link);
        fs::create_symlink(diary, link);
        EXPECT_EQ(sweep().out, kDone) << link;
        EXPECT_EQ(folder_.read("diary"), "mine") << link;
        EXPECT_FALSE(fs::is_symlink(link)) << link;
    }
    fs::remove(point);
    fs::create_symlink(diary, folder_.path() / "results/running" / point.stem());
    const Finished locked = sweep();
    EXPECT_EQ(locked.code, 7);
    EXPECT_THAT(locked.err, HasSubstr(point.stem().string() + ": cannot be written: Too many"));
    EXPECT_EQ(locked.err.find("flitscope: flitscope:"), std::string::npos) << locked.err;
    EXPECT_EQ(folder_.read("diary"), "mine");
}

TEST_F(SweepForeignFiles, TheLogOfAFailedPointReplacesALink) {
    folder_.write("sweep.yaml", kOneFails);
    sweep();
    const fs::path log = fs::directory_iterator(folder_.path() / "results/failed")->path();
    fs::remove(log);
    fs::create_symlink(folder_.path() / "diary", log);
    EXPECT_EQ(run({"sweep", "point", "results", "1"}).code, 1);
    EXPECT_EQ(folder_.read("diary"), "mine");
    EXPECT_THAT(folder_.read(log.lexically_relative(folder_.path()).string()),
                HasSubstr("attempt 2"));
}

TEST_F(SweepForeignFiles, APointThatCannotBeReadIsNamedAndRunAgain) {
    sweep();
    const fs::path point = a_point();
    fs::remove(point);
    fs::create_symlink(point.filename(), point);  // to itself
    EXPECT_THAT(run({"sweep", "collect", "results"}).err,
                HasSubstr(point.string() + ": cannot be read: Too many levels"));
    Finished again = sweep();
    EXPECT_EQ(again.out, kDone);
    EXPECT_THAT(again.err, HasSubstr("cannot be read: Too many levels of symbolic links; it will "
                                     "run again"));
    fs::remove(point);
    ASSERT_EQ(mkfifo(point.c_str(), 0600), 0);
    again = sweep();
    EXPECT_EQ(again.out, kDone);
    EXPECT_THAT(again.err, HasSubstr("cannot be read: it is no file; it will run again"));
    EXPECT_EQ(sweep().err, "");
}

TEST_F(SweepForeignFiles, NamesThatAreNoTextAreTakenWhereNothingStoresThem) {
    const std::string results = kNoText;
    const std::string sweep_file = results + ".yaml";
    folder_.write(sweep_file, "config: {" + std::string("topology: {kind: mesh, size: [4, 4]}, "
                                                        "measure: {max_cycles: 1000}}\n"
                                                        "axes: {traffic.load: [0.1, 0.2]}\n"));
    EXPECT_EQ(run({"sweep", sweep_file, "--out", results}).out, kDone);
    EXPECT_EQ(run({"sweep", "collect", results}).out,
              "2 points in results.sqlite, results.csv and results.tsv\n");
    EXPECT_EQ(Json::parse(run({"sweep", "collect", results, "--json"}).out)["points"], 2);
    EXPECT_EQ(run({"report", results}).code, 0);
    // The folder in which it was begun is stored.
    const fs::path inner = folder_.path() / ("in " + results);
    fs::create_directory(inner);
    const Finished inside = run_flitscope(inner, {"sweep", "../" + sweep_file, "--out", "results"});
    EXPECT_EQ(inside.code, 2);
    EXPECT_THAT(inside.err, HasSubstr("a sweep cannot start in a folder whose name is not UTF-8"));
}

}  // namespace
}  // namespace flitscope::tb
