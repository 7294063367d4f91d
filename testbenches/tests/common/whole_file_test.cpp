#include "common/whole_file.h"

#include <gtest/gtest.h>

#include "common/atomic_file.h"
#include "testbenches/tests/support/temporary_folder.h"

namespace flitscope::tb {
namespace {

TEST(WholeFile, HasEveryByteOrSaysThatThereIsNone) {
    const TemporaryFolder folder;
    const std::string path = (folder.path() / "file").string();
    EXPECT_EQ(whole_file(path), std::nullopt);
    const std::string bytes("a\r\n\0\xff", 5);
    write_file(path, bytes);
    EXPECT_EQ(whole_file(path), bytes);
    write_file(path, "");
    EXPECT_EQ(whole_file(path), "");
}

}  // namespace
}  // namespace flitscope::tb
