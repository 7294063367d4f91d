#include "waves/buffered_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "testbenches/tests/support/small_files.h"
#include "testbenches/tests/support/temporary_folder.h"

namespace flitscope::waves {
namespace {

namespace fs = std::filesystem;

TEST(BufferedFile, GivesUpOnAFullDiskAndSaysSoWhenItIsClosed) {
    const tb::TemporaryFolder folder;
    const tb::SmallFiles full(4096);
    BufferedFile file((folder.path() / "log").string());
    for (int i = 0; i < 1000000; ++i) {
        file.put_decimal(i);
    }
    EXPECT_TRUE(fs::is_empty(folder.path())) << "what was written frees the disk at once";
    EXPECT_THROW(file.close(), OutputError);
    EXPECT_NO_THROW(file.close());
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

}  // namespace
}  // namespace flitscope::waves
