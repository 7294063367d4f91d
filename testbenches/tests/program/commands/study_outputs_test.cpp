// Where the commands of studies (sweep, report, compare, import-booksim) and plan --svg write: as
// outputs_test.cpp has it of a run.
#include <sys/stat.h>

#include <fstream>
#include <map>
#include <thread>

#include "testbenches/tests/program/cli_fixture.h"
#include "testbenches/tests/support/little_room.h"

namespace flitscope::tb {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class StudyOutputs : public Cli {
protected:
    StudyOutputs() {
        folder_.write("small.yaml", kSmall);
        folder_.write("loads.yaml", "base: small.yaml\naxes: {traffic.load: [0.05, 0.1]}\n");
        folder_.write("mesh.cfg", "topology = mesh;\nrouting_function = dor;\n");
    }

    void sweep(const std::string& results) {
        ASSERT_EQ(run({"sweep", "loads.yaml", "--out", results, "--quiet"}).code, 0);
    }
    static Words plan(const std::string& picture) {
        return {"plan", "small.yaml",     "--algorithm", "dual_path", "--source",
                "0",    "--destinations", "3,5",         "--svg",     picture};
    }
    /// What writes files: into `folder`, where the results of a sweep lie.
    static std::vector<Words> writing(const std::string& folder) {
        return {{"sweep", "collect", folder},
                {"report", folder},
                {"compare", folder, folder, "--out", folder},
                {"import-booksim", "mesh.cfg", "--out", folder},
                plan(folder + "/plan.svg")};
    }
    /// Names and contents below `folder`.
    std::map<std::string, std::string> files(const std::string& folder) const {
        std::map<std::string, std::string> found;
        for (const auto& each : fs::recursive_directory_iterator(folder_.path() / folder)) {
            const std::string name = each.path().lexically_relative(folder_.path()).string();
            found[name] = each.is_regular_file() ? folder_.read(name) : "";
        }
        return found;
    }
};

TEST_F(StudyOutputs, AClosedStandardOutputIsExitCodeSeven) {
    sweep("loads");
    ProcessOptions closed;
    closed.close_output = true;
    std::vector<Words> printing = writing("loads");
    printing.push_back({"sweep", "loads.yaml", "--out", "loads"});
    printing.push_back({"sweep", "loads.yaml", "--dry-run"});
    printing.push_back({"sweep", "status", "loads"});
    printing.push_back({"import-booksim", "mesh.cfg"});
    for (const Words& words : printing) {
        const Finished finished = run(words, closed);
        EXPECT_EQ(finished.code, 7) << testing::PrintToString(words);
        EXPECT_EQ(finished.err, "flitscope: standard output cannot be written\n");
    }
}

TEST_F(StudyOutputs, AFullDiskKeepsWhatIsThere) {
    LittleRoom room(folder_.path() / "room");
    room.grow();
    sweep("room");
    for (const Words& words : writing("room")) {
        ASSERT_EQ(run(words).code, 0) << testing::PrintToString(words);
    }
    room.fill();
    const auto before = files("room");
    for (const Words& words : writing("room")) {
        const Finished finished = run(words, room.options());
        EXPECT_EQ(finished.code, 7) << testing::PrintToString(words);
        EXPECT_THAT(finished.err, HasSubstr("cannot be written: "));
        EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
        EXPECT_EQ(files("room"), before) << "nothing cut, nothing temporary";
    }
}

TEST_F(StudyOutputs, NoOutputOnWhatIsRead) {
    ASSERT_EQ(run({"run", "small.yaml", "--quiet"}).code, 0);
    fs::copy_file(folder_.path() / "result.json", folder_.path() / "compare.json");
    fs::create_hard_link(folder_.path() / "compare.json", folder_.path() / "hard.json");
    fs::create_symlink("mesh.cfg", folder_.path() / "mesh.yaml");
    fs::create_symlink("small.yaml", folder_.path() / "plan.json");
    const auto before = files(".");
    expect_usage_error({"compare", "compare.json", "result.json", "--out", "."},
                       "--out: ./compare.json: is also the file of A");
    expect_usage_error({"compare", "result.json", "hard.json", "--out", "."},
                       "--out: ./compare.json: is also the file of B");
    expect_usage_error({"import-booksim", "mesh.cfg", "--out", "."},
                       "--out: ./mesh.yaml: is also the file of FILE");
    expect_usage_error(plan("./small.yaml"), "--svg: ./small.yaml: is also the file of CONFIG");
    Words both = plan("plan.json");
    both.insert(both.end(), {"--out", "."});
    expect_usage_error(both, "is also the file of CONFIG");
    EXPECT_EQ(files("."), before);
    // The same file twice is no collision.
    EXPECT_EQ(run({"compare", "result.json", "result.json", "--quiet"}).code, 0);
}

TEST_F(StudyOutputs, WhatCannotBeWrittenIsSaidBeforeAnythingIs) {
    sweep("loads");
    for (const char* const name : {"report.html", "results.csv", "compare.json", "mesh.yaml"}) {
        fs::create_directory(folder_.path() / "loads" / name);
    }
    const auto before = files(".");
    expect_usage_error({"report", "loads"}, "the page: loads/report.html: is a folder");
    expect_usage_error({"sweep", "collect", "loads"}, "loads/results.csv: is a folder");
    expect_usage_error({"compare", "loads", "loads", "--out", "loads"},
                       "--out: loads/compare.json: is a folder");
    expect_usage_error({"import-booksim", "mesh.cfg", "--out", "loads"},
                       "--out: loads/mesh.yaml: is a folder");
    expect_usage_error(plan("no/p.svg"), "--svg: no/p.svg: cannot be written: No such file");
    expect_usage_error(plan("loads"), "--svg: loads: is a folder");
    EXPECT_EQ(files("."), before);
}

TEST_F(StudyOutputs, AFileOfSomebodysOwnIsNotOverwritten) {
    sweep("loads");
    const std::map<std::string, Words> commands = {
        {"report.html", {"report", "loads"}},
        {"results.csv", {"sweep", "collect", "loads"}},
        {"results.tsv", {"sweep", "collect", "loads"}},
        {"results.sqlite", {"sweep", "collect", "loads"}},
        {"mesh.yaml", {"import-booksim", "mesh.cfg", "--out", "loads"}}};
    for (const auto& [name, words] : commands) {
        const std::string path = "loads/" + name;
        ASSERT_EQ(run(words).code, 0);
        const std::string ours = folder_.read(path);
        EXPECT_EQ(run(words).code, 0) << "once more";
        for (const std::string mine : {"my own", "\xff\xfe\0", "<!DOCTYPE html>\n<title>Mine"}) {
            folder_.write(path, mine);
            const auto before = files("loads");
            expect_usage_error(words, path + ": was not written by this command and would be lost");
            EXPECT_EQ(files("loads"), before) << "nor is anything else";
        }
        Words forced = words;
        forced.emplace_back("--force");
        EXPECT_EQ(run(forced).code, 0);
        EXPECT_EQ(folder_.read(path).size(), ours.size());
        folder_.write(path, "");
        EXPECT_EQ(run(words).code, 0) << "an empty file holds nothing";
    }
    expect_usage_error({"sweep", "loads.yaml", "--out", "loads", "--force"}, "--force is for");
    expect_usage_error({"sweep", "status", "loads", "--force"}, "--force is for sweep collect");
}

TEST_F(StudyOutputs, WhatIsBehindALinkIsNotWrittenByForceEither) {
    sweep("loads");
    folder_.write("diary", "mine");
    const std::map<std::string, Words> commands = {
        {"loads/report.html", {"report", "loads"}},
        {"loads/results.csv", {"sweep", "collect", "loads"}},
        {"loads/results.sqlite", {"sweep", "collect", "loads"}},
        {"mesh.yaml", {"import-booksim", "mesh.cfg", "--out", "."}}};
    for (const auto& [name, words] : commands) {
        fs::create_symlink(folder_.path() / "diary", folder_.path() / name);
        for (const char* const more : {"--quiet", "--force"}) {
            Words forced = words;
            forced.emplace_back(more);
            expect_usage_error(forced, name + ": is a symbolic link to ");
        }
        fs::remove(folder_.path() / name);
    }
    EXPECT_EQ(folder_.read("diary"), "mine");
}

TEST_F(StudyOutputs, PipesAreReadOnce) {
    ASSERT_EQ(mkfifo((folder_.path() / "pipe").c_str(), 0600), 0);
    for (const char* const content : {"small.yaml", "mesh.cfg"}) {
        const std::string text = folder_.read(content);
        // As folder_.write does not: it makes a new file.
        std::thread writer([&] { std::ofstream(folder_.path() / "pipe") << text; });
        const Words words = content == std::string("mesh.cfg")
                                ? Words{"import-booksim", "pipe"}
                                : Words{"compare", "pipe", "small.yaml"};
        const Finished finished = run(words);
        writer.join();
        EXPECT_EQ(finished.code, 0) << finished.err;
    }
}

TEST_F(StudyOutputs, ADatabaseIsNoStream) {
    sweep("loads");
    ASSERT_EQ(mkfifo((folder_.path() / "loads/results.sqlite").c_str(), 0600), 0);
    const Finished finished = run({"sweep", "collect", "loads"});
    EXPECT_EQ(finished.code, 7);
    EXPECT_THAT(finished.err, HasSubstr("results.sqlite: cannot be written: a database is no"));
    EXPECT_TRUE(fs::is_fifo(folder_.path() / "loads/results.sqlite"));
}

TEST_F(StudyOutputs, WhatOnlyPrintsNeedsNoFolderToWriteTo) {
    sweep("loads");
    const fs::path closed = folder_.path() / "closed";
    fs::create_directory(closed);
    if (::mount("none", closed.c_str(), "tmpfs", MS_RDONLY, "") != 0) {
        fs::permissions(closed, fs::perms::owner_read | fs::perms::owner_exec);  // not root
    }
    EXPECT_EQ(run_flitscope(closed, {"compare", "../loads", "../loads"}).code, 0);
    Words picture = plan("../plan.svg");
    picture[1] = "../small.yaml";
    EXPECT_EQ(run_flitscope(closed, picture).code, 0);
    EXPECT_TRUE(folder_.has("plan.svg"));
    const Finished refused = run_flitscope(closed, {"run", "../small.yaml"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("the result: ./result.json: cannot be written: "));
    ::umount(closed.c_str());
}

}  // namespace
}  // namespace flitscope::tb
