// Files that are there as a whole or not at all.
#include "common/atomic_file.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "common/ending_signal.h"
#include "testbenches/tests/support/small_files.h"

namespace {

std::vector<ino_t> synchronised;  ///< files that fsync was called for

}  // namespace

/// In place of the C library's, which no test can tell from nothing.
extern "C" int fsync(int file) {
    struct stat status {};
    ::fstat(file, &status);
    synchronised.push_back(status.st_ino);
    return fdatasync(file);
}

namespace flitscope {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Folder : public testing::Test {
protected:
    Folder() : root_(testing::TempDir() + "atomic_file_XXXXXX") {
        EXPECT_NE(mkdtemp(root_.data()), nullptr);
    }
    ~Folder() override { fs::remove_all(root_); }

    std::string path(const std::string& name) const { return root_ + "/" + name; }
    std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const auto& each : fs::directory_iterator(root_)) {
            found.push_back(each.path().filename().string());
        }
        std::sort(found.begin(), found.end());
        return found;
    }
    std::string content(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }
    std::string root_;
};

using AtomicFileTest = Folder;

TEST_F(AtomicFileTest, ReplacesWhatWasThereWhenItIsComplete) {
    write_file(path("a"), "old");
    AtomicFile file(path("a"));
    file.write("new and ");
    EXPECT_EQ(content("a"), "old");
    EXPECT_EQ(names().size(), 2U) << "the new one lies beside it";
    file.write("longer");
    file.commit();
    EXPECT_EQ(content("a"), "new and longer");
    EXPECT_THAT(names(), ElementsAre("a"));
    struct stat status {};
    stat(path("a").c_str(), &status);
    const mode_t mask = umask(0);
    umask(mask);
    EXPECT_EQ(status.st_mode & 0777, 0666 & ~mask) << "readable as any other file";
}

TEST_F(AtomicFileTest, IsOnTheDiskBeforeItHasItsName) {
    AtomicFile file(path("a"));
    file.write("new");
    synchronised.clear();
    file.commit();
    struct stat status {};
    stat(path("a").c_str(), &status);
    EXPECT_THAT(synchronised, ElementsAre(status.st_ino));
}

TEST_F(AtomicFileTest, ASignalWaitsUntilAFileIsWritten) {
    const std::string much(std::size_t{64} << 20, 'x');
    const pid_t child = fork();
    if (child == 0) {
        write_file(path("a"), much);
        _exit(0);
    }
    while (names().empty()) {
        usleep(100);
    }
    kill(child, SIGTERM);  // well before 64 MiB are on the disk
    waitpid(child, nullptr, 0);
    EXPECT_THAT(names(), ElementsAre("a"));
    EXPECT_EQ(content("a").size(), much.size());
}

TEST_F(AtomicFileTest, IsGoneWhenItWasNotCompleted) {
    write_file(path("a"), "old");
    { AtomicFile(path("a")).write("half"); }
    EXPECT_EQ(content("a"), "old");
    EXPECT_THAT(names(), ElementsAre("a"));
}

TEST_F(AtomicFileTest, AFullDiskLeavesTheFileThatWasThere) {
    write_file(path("a"), "old");
    const tb::SmallFiles full(4096);
    try {
        write_file(path("a"), std::string(5000, 'x'));
        FAIL();
    } catch (const OutputError& error) {
        EXPECT_EQ(error.what(), path("a") + ": cannot be written: File too large");
    }
    EXPECT_EQ(content("a"), "old");
    EXPECT_THAT(names(), ElementsAre("a"));
}

TEST_F(AtomicFileTest, WritesNothingBehindALink) {
    fs::create_directory(path("there"));
    write_file(path("there/real"), "mine");
    fs::create_symlink("there/real", path("link"));
    fs::create_symlink("there/new", path("dangling"));
    for (const char* const name : {"link", "dangling"}) {
        try {
            write_file(path(name), "other");
            FAIL() << name;
        } catch (const OutputError& error) {
            EXPECT_THAT(error.what(), HasSubstr(path(name) + ": cannot be written: is a symbolic "
                                                             "link to there/"));
        }
        EXPECT_TRUE(fs::is_symlink(path(name)));
        write_file(path(name), "ours", Links::replace);
        EXPECT_FALSE(fs::is_symlink(path(name)));
        EXPECT_EQ(content(name), "ours");
    }
    EXPECT_EQ(content("there/real"), "mine");
    EXPECT_FALSE(fs::exists(path("there/new")));
}

TEST_F(AtomicFileTest, ALinkThatComesWhileAFileIsWrittenIsReplaced) {
    write_file(path("mine"), "mine");
    AtomicFile file(path("a"));
    file.write("ours");
    fs::create_symlink("mine", path("a"));
    file.commit();
    EXPECT_EQ(content("mine"), "mine");
    EXPECT_EQ(content("a"), "ours");
}

TEST_F(AtomicFileTest, AFolderBehindALinkIsWrittenTo) {
    fs::create_directory(path("there"));
    fs::create_directory_symlink("there", path("link"));
    write_file(path("link/a"), "one");
    EXPECT_EQ(content("there/a"), "one");
}

/// The system's own links: to whatever the program was given.
TEST_F(AtomicFileTest, LinksOfTheSystemAreFollowed) {
    const int file = ::open(path("given").c_str(), O_RDWR | O_CREAT, 0600);
    write_file("/dev/fd/" + std::to_string(file), "one ");
    write_file("/proc/self/fd/" + std::to_string(file), "two");
    ::close(file);
    EXPECT_EQ(content("given"), "one two");
    const std::string shared = "/dev/shm/flitscope_" + std::to_string(::getpid());
    fs::create_symlink(path("given"), shared);
    EXPECT_THROW(write_file(shared, "x"), OutputError) << "anybody makes links there";
    fs::remove(shared);
    EXPECT_EQ(content("given"), "one two");
}

TEST_F(AtomicFileTest, WritesToDevicesAndPipesDirectly) {
    EXPECT_NO_THROW(write_file("/dev/null", "gone"));
    EXPECT_THROW(write_file("/dev/full", "too much"), OutputError);
    EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

/// A FIFO, and a process that does something with it as a program does that remembers signals.
class FifoTest : public Folder {
protected:
    FifoTest() { EXPECT_EQ(mkfifo(path("fifo").c_str(), 0600), 0); }

    /// `what` returns the exit code of the process.
    template <typename What>
    pid_t start(const What& what) {
        const pid_t child = fork();
        if (child == 0) {
            struct sigaction remember {};
            remember.sa_handler = [](int number) { ending_signal = number; };
            remember.sa_flags = SA_RESTART;
            sigaction(SIGTERM, &remember, nullptr);
            std::ofstream(path("ready")) << "now";
            _exit(what());
        }
        while (!fs::exists(path("ready"))) {
            usleep(100);
        }
        return child;
    }
    static int code_of(pid_t child) {
        int status = -1;
        waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    static int signal_that_interrupts(const std::string& fifo, const std::string& text) {
        try {
            write_file(fifo, text);
            return 0;
        } catch (const OutputInterrupted& interrupted) {
            return interrupted.signal();
        }
    }
    const std::string much_ = std::string(std::size_t{1} << 20, 'x');  // more than a FIFO holds
};

TEST_F(FifoTest, WithoutAReaderASignalEndsTheWaiting) {
    const pid_t child = start([this] { return signal_that_interrupts(path("fifo"), "x"); });
    kill(child, SIGTERM);
    EXPECT_EQ(code_of(child), SIGTERM);
}

TEST_F(FifoTest, AReaderThatReadsNothingIsGivenUpAtASignal) {
    const int reader = ::open(path("fifo").c_str(), O_RDONLY | O_NONBLOCK);
    const pid_t child = start([this] { return signal_that_interrupts(path("fifo"), much_); });
    kill(child, SIGTERM);
    EXPECT_EQ(code_of(child), SIGTERM);
    ::close(reader);
}

TEST_F(FifoTest, AReaderThatComesLateGetsAllOfItAfterASignalToo) {
    const pid_t child = start([this] { return signal_that_interrupts(path("fifo"), much_); });
    std::ifstream reader(path("fifo"), std::ios::binary);
    reader.get();
    kill(child, SIGTERM);
    const std::string rest((std::istreambuf_iterator<char>(reader)), {});
    EXPECT_EQ(rest.size(), much_.size() - 1);
    EXPECT_EQ(code_of(child), 0);
}

TEST_F(AtomicFileTest, RefusesFoldersAndFoldersThatAreNotThere) {
    EXPECT_THROW(AtomicFile file(root_), OutputError);
    EXPECT_THROW(AtomicFile file("/no/such/folder/a"), OutputError);
    EXPECT_THROW(AtomicFile file("/dev/null/a"), OutputError);
}

TEST_F(AtomicFileTest, RefusesLinksThatLeadNowhereButToEachOther) {
    fs::create_symlink("b", path("a"));
    fs::create_symlink("a", path("b"));
    EXPECT_THROW(AtomicFile file(path("a")), OutputError);
    EXPECT_TRUE(fs::is_symlink(path("a")) && fs::is_symlink(path("b")));
    EXPECT_THAT(names(), ElementsAre("a", "b"));
}

TEST_F(AtomicFileTest, ItsFolderMayVanish) {
    fs::create_directory(path("there"));
    AtomicFile file(path("there/a"));
    file.write("b");
    fs::remove_all(path("there"));
    EXPECT_THROW(file.commit(), OutputError);
}

TEST_F(AtomicFileTest, RemovesWhatAKilledProcessLeftAndNothingElse) {
    const pid_t child = fork();
    if (child == 0) {
        AtomicFile file(path("a"));
        file.write("half");
        ::kill(getpid(), SIGKILL);
    }
    waitpid(child, nullptr, 0);
    ASSERT_EQ(names().size(), 1U);
    const std::string left = names()[0];
    EXPECT_THAT(left, HasSubstr("-a"));

    AtomicFile other(path("b"));
    EXPECT_EQ(names().size(), 1U);
    EXPECT_NE(names()[0], left);
    AtomicFile third(path("c"));
    other.write("whole");
    other.commit();
    third.commit();
    EXPECT_EQ(content("b"), "whole") << "a file that is being written is left alone";
    EXPECT_THAT(names(), ElementsAre("b", "c"));
}

TEST_F(AtomicFileTest, RemovesWhatWasLeftByAProcessOfItsOwnNumber) {
    // As in containers, where all may be number 1.
    AtomicFile under_way(path("a"));
    under_way.write("whole");
    const std::string mine = names()[0];
    std::ofstream(path(".flitscope-" + std::to_string(::getpid()) + "-100000-a")) << "half";
    std::ofstream(path(mine + "-journal")) << "of a library";
    write_file(path("b"), "other");
    EXPECT_THAT(names(), ElementsAre(mine, mine + "-journal", "b"));
    under_way.commit();
    EXPECT_EQ(content("a"), "whole");
}

TEST_F(AtomicFileTest, RemovesNoFileThatIsOnlyCalledALittleLikeItsOwn) {
    const std::vector<std::string> names_of_others = {".flitscope-notes.txt", ".flitscope-",
                                                      ".flitscope-2024-notes", ".flitscope-0-1-a",
                                                      ".flitscope-99999999-1"};
    for (const std::string& name : names_of_others) {
        std::ofstream(path(name)) << "mine";
    }
    write_file(path("a"), "b");
    for (const std::string& name : names_of_others) {
        EXPECT_EQ(content(name), "mine") << name;
    }
}

TEST_F(AtomicFileTest, TwoProcessesWriteOneNameAndOneOfThemWins) {
    constexpr int kWriters = 8;
    std::vector<pid_t> children;
    for (int writer = 0; writer < kWriters; ++writer) {
        children.push_back(fork());
        if (children.back() == 0) {
            for (int i = 0; i < 200; ++i) {
                write_file(path("a"), std::string(3000, static_cast<char>('a' + writer)));
            }
            _exit(0);
        }
    }
    for (const pid_t child : children) {
        int status = -1;
        waitpid(child, &status, 0);
        EXPECT_EQ(status, 0);
    }
    EXPECT_EQ(content("a"), std::string(3000, content("a")[0]));
    EXPECT_THAT(names(), ElementsAre("a"));
}

}  // namespace
}  // namespace flitscope
