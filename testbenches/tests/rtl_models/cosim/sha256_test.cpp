#include <gtest/gtest.h>

#include "rtl_models/cosim/plugin_loader.h"
#include "testbenches/tests/support/temporary_folder.h"

namespace flitscope::cosim {
namespace {

std::string of(const std::string& content) {
    return sha256_of_file(tb::GivenFile("sum", content).path());
}

/// FIPS 180-4 and NIST's examples.
TEST(Sha256, IsThatOfTheStandard) {
    EXPECT_EQ(of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(of(std::string(1000000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, OfWhatCannotBeReadIsNone) {
    const tb::GivenFile file("sum", "abc");
    EXPECT_EQ(sha256_of_file(file.path() + "/nothing"), "");
}

}  // namespace
}  // namespace flitscope::cosim
